import { openWorkspace } from '@topicmill/pipeline/workspace';
import { describe, expect, it } from 'vitest';
import { brokenLinks, commitSnapshot, worktreeSnapshot } from '../../src/gate/index.js';
import { GitRepo } from './git-repo.js';

const HOME = `# Pots

See [firing](guide/firing.md), [its glazes](guide/firing.md#glazes) and [a page that never was](guide/none.md).

[Our clay](/clay/) is [kneaded](clay.md#kneading), as [below](#tools).

## Tools

None.
`;

function repoOfPages(): GitRepo {
  const repo = new GitRepo();
  repo.write('topicmill.yaml', 'docsRoot: docs\nsources: pages\nsite:\n  generator: mkdocs\n');
  repo.write('docs/index.md', HOME);
  repo.write('docs/guide/firing.md', '# Firing\n\nHot.\n\n## Glazes\n\nShiny.\n');
  repo.write('docs/clay.md', '# Clay\n\nWet.\n\n## Kneading\n\nLong.\n');
  repo.commit();
  return repo;
}

async function brokenSince(repo: GitRepo) {
  const now = worktreeSnapshot(openWorkspace(repo.root, { env: {} }));
  const found = await brokenLinks(await commitSnapshot(repo.root, 'HEAD', undefined), now);
  return found.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('brokenLinks', () => {
  it('says nothing of links that led nowhere before, nor where nothing was renamed', async () => {
    const repo = repoOfPages();
    repo.write('docs/index.md', `${HOME}\n[Another page that never was](guide/never.md)\n`);
    expect(await brokenSince(repo)).toEqual([]);
  });

  it('names each place of a link to a page that moved, and where its title is now', async () => {
    const repo = repoOfPages();
    repo.git('mv', 'docs/guide/firing.md', 'docs/guide/kiln.md');
    expect(await brokenSince(repo)).toEqual([
      'docs/index.md:3 The link guide/firing.md led to docs/guide/firing.md, which is gone; docs/guide/kiln.md has its title.',
      'docs/index.md:3 The link guide/firing.md#glazes led to docs/guide/firing.md, which is gone; docs/guide/kiln.md has its title.',
    ]);
  });

  it('names links to headings that have other ids now, of the page itself too', async () => {
    const repo = repoOfPages();
    repo.write('docs/guide/firing.md', '# Firing\n\nHot.\n\n## Coats of glass\n\nShiny.\n');
    repo.write('docs/clay.md', '# Clay\n\nWet.\n\n## By hand { #kneading }\n\nLong.\n');
    repo.write('docs/index.md', HOME.replace('## Tools', '## Implements'));
    expect(await brokenSince(repo)).toEqual([
      'docs/index.md:3 The link guide/firing.md#glazes led to the heading #glazes of docs/guide/firing.md, which is gone.',
      'docs/index.md:5 The link #tools led to the heading #tools of docs/index.md, which is gone.',
    ]);
  });

  it.each([
    ['an id in the markup', '# Firing\n\nHot.\n\n<a id="glazes"></a>\n\nShiny.\n'],
    ['an included file', '# Firing\n\nHot.\n\n--8<-- "glazes.md"\n'],
  ])('says nothing of a heading for which %s may stand', async (_, text) => {
    const repo = repoOfPages();
    repo.write('docs/guide/firing.md', text);
    expect(await brokenSince(repo)).toEqual([]);
  });

  it('says nothing of a link that is corrected, or of a page that is gone with its links', async () => {
    const repo = repoOfPages();
    repo.git('mv', 'docs/guide/firing.md', 'docs/guide/kiln.md');
    repo.write('docs/index.md', HOME.replaceAll('guide/firing.md', 'guide/kiln.md'));
    expect(await brokenSince(repo)).toEqual([]);
    repo.remove('docs/index.md');
    repo.remove('docs/guide/kiln.md');
    expect(await brokenSince(repo)).toEqual([]);
  });
});
