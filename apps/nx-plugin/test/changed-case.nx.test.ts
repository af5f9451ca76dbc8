import { renameSync } from 'node:fs';
import { CASE_CHANGES, CASE_PLACES, PAGES_CONFIG } from '@topicmill/test-support/changed-case';
import { describe, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

/** One of each kind of task: the others take as long again. */
const CASES = CASE_CHANGES.filter(([of]) => ['a page', 'a folder of pages', 'a topic'].includes(of));
const OTHERS = ['docs/other/golden-reference.md', 'docs/other/page.md'];

function repoIn(parent: string | undefined, config: string, file: string): NxWorkspace {
  const repo = NxWorkspace.empty(parent);
  repo.write('topicmill.yaml', config);
  repo.write('package.json', '{ "name": "docs-repo", "private": true }\n');
  repo.write('nx.json', '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
  repo.write('.gitignore', 'node_modules\n.nx\n.topicmill\n');
  for (const path of [file, OTHERS[config === PAGES_CONFIG ? 1 : 0]!]) {
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

describe.each(CASE_PLACES)('on $name', ({ parent, isThere }) => {
  it.skipIf(!isThere).each(CASES)(
    'Nx builds %s that has its name in another case as a clean checkout, there and back',
    async (_, config, file, from, to) => {
      const results = config === PAGES_CONFIG ? 'topics' : 'docs';
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
