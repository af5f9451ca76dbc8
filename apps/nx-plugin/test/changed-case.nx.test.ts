import { renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const CASELESS = process.env['TOPICMILL_CASELESS'];
const PLACES = [
  { name: 'temporary files', parent: tmpdir(), isThere: true },
  { name: 'a file system without case (TOPICMILL_CASELESS)', parent: CASELESS, isThere: CASELESS !== undefined },
];
const PAGES = 'sources: pages\nsite: { generator: none }\n';
const CASES: readonly (readonly [of: string, config: string, file: string, from: string, to: string])[] = [
  ['a page', PAGES, 'docs/guide/a.md', 'docs/guide/a.md', 'docs/guide/A.md'],
  ['a folder of pages', PAGES, 'docs/guide/a.md', 'docs/guide', 'docs/Guide'],
  ['a topic', 'docsRoot: docs\n', 'docs/guide/a/golden-reference.md', 'docs/guide/a', 'docs/guide/A'],
];
const OTHERS = ['docs/other/golden-reference.md', 'docs/other/page.md'];

function repoIn(parent: string | undefined, config: string, file: string): NxWorkspace {
  const repo = NxWorkspace.empty(parent);
  repo.write('topicmill.yaml', config);
  repo.write('package.json', '{ "name": "docs-repo", "private": true }\n');
  repo.write('nx.json', '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
  repo.write('.gitignore', 'node_modules\n.nx\n.topicmill\n');
  for (const path of [file, OTHERS[config === PAGES ? 1 : 0]!]) {
    repo.write(path, '# A page\n\nText.\n\n## More\n\nOf it.\n');
  }
  repo.install();
  return repo;
}

/** A file system without case may take the new name for the existing folder. */
function rename(repo: NxWorkspace, from: string, to: string): void {
  renameSync(repo.path(from), repo.path('docs/between'));
  renameSync(repo.path('docs/between'), repo.path(to));
}

describe.each(PLACES)('on $name', ({ parent, isThere }) => {
  it.skipIf(!isThere).each(CASES)(
    'Nx builds %s that has its name in another case as a clean checkout, there and back',
    async (_, config, file, from, to) => {
      const results = config === PAGES ? 'topics' : 'docs';
      const repo = repoIn(parent, config, file);
      expect(await repo.build()).toMatchObject({ status: 0 });
      const first = repo.filesBelow(results);

      rename(repo, from, to);
      expect(await repo.build()).toMatchObject({ status: 0 });
      const clean = repoIn(parent, config, file.replace(from, to));
      expect(await clean.build()).toMatchObject({ status: 0 });
      expect(repo.filesBelow(results)).toEqual(clean.filesBelow(results));

      rename(repo, to, from);
      expect(await repo.build()).toMatchObject({ status: 0, ran: [] });
      expect(repo.filesBelow(results)).toEqual(first);
    },
    300_000,
  );
});
