import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { CASE_CHANGES, CASE_PLACES, PAGES_CONFIG } from '@topicmill/test-support/changed-case';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { findOrphans } from '../../src/orphans/index.js';
import { openWorkspace } from '../../src/workspace/index.js';

function repoIn(parent: string | undefined): FileFolder {
  const repo = new FileFolder(mkdtempSync(join(parent ?? tmpdir(), 'topicmill-case-')));
  onTestFinished(() => rmSync(repo.root, { recursive: true, force: true }));
  return repo;
}

async function build(repo: FileFolder): Promise<readonly Diagnostic[]> {
  const { folders, diagnostics } = await buildDocs(openWorkspace(repo.root, { env: {} }), {});
  return [...folders.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics)), ...diagnostics];
}

describe.each(CASE_PLACES)('on $name', ({ parent, isThere }) => {
  it.skipIf(!isThere).each(CASE_CHANGES)(
    '%s that has its name in another case gives what a clean build gives',
    async (...row) => {
      const [, config, file, from, to] = row;
      const repo = repoIn(parent);
      repo.write('topicmill.yaml', config);
      const other = file.includes('golden-reference') ? 'docs/other/golden-reference.md' : 'docs/other.md';
      for (const each of [file, other]) repo.write(each, `# Of ${each}\n\nText.\n\n## More\n\nOf it.\n`);
      expect(await build(repo)).toEqual([]);
      // A file system without case may take the new name for the existing folder.
      renameSync(repo.path(from), repo.path('between'));
      renameSync(repo.path('between'), repo.path(to));
      expect(await build(repo)).toEqual([]);
      expect(findOrphans(openWorkspace(repo.root, { env: {} }))).toEqual([]);

      const clean = repoIn(parent);
      clean.write('topicmill.yaml', config);
      for (const [path, text] of Object.entries(repo.files('docs')))
        if (/(?:^|\/)(?:golden-reference|index|other|a)\.md$/i.test(path) && !path.includes('_'))
          clean.write(`docs/${path}`, text);
      await build(clean);
      const results = config === PAGES_CONFIG ? 'topics' : 'docs';
      expect(repo.files(results)).toEqual(clean.files(results));
      expect(await build(repo)).toEqual([]);
      expect(repo.files(results)).toEqual(clean.files(results));
    },
  );
});
