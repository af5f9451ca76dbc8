import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFolderTree } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { OPTIONAL_TARGETS } from '../../src/optional-targets/index.js';
import type { DocsRoot } from '../../src/runner/index.js';

const TOPICS = ['garden/compost', 'garden/seeds', 'kitchen/bread'];

/** A docs root with three topics, and other files by their paths. */
function docsRoot(config: string, files: readonly string[] = []): DocsRoot {
  const root = mkdtempSync(join(tmpdir(), 'optional-targets-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  new FileFolder(root, Object.fromEntries(files.map((path) => [path, '# Text\n'])));
  const tree = buildFolderTree(TOPICS.map((id) => `${id}/golden-reference.md`));
  return { root, config: parseConfig(config, 'topicmill.yaml'), tree };
}

/** The folders that have each target; targets that none has are left out. */
function foldersByTarget(place: DocsRoot): Record<string, string[]> {
  const found = OPTIONAL_TARGETS.map(({ name, foldersIn }) => [name, foldersIn(place).map(({ id }) => id)] as const);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0).map(([name, ids]) => [name, [...ids].sort()]));
}

test('without a configuration there are none', () => {
  expect(foldersByTarget(docsRoot(''))).toEqual({});
});

test('pages and records are those of the topics that globs choose, the last word being that of !', () => {
  const config = `
pages: { enabled: true, topics: ['garden/**'] }
records: { enabled: true, topics: ['**', '!garden/seeds'] }
`;
  expect(foldersByTarget(docsRoot(config))).toEqual({
    pages: ['garden/compost', 'garden/seeds'],
    records: ['garden/compost', 'kitchen/bread'],
  });
});

test('records take folders of markdown too, but not those with a reference, hidden ones or those without markdown', () => {
  const files = [
    'notes/2026/idea.md',
    'notes/_drafts/x.md',
    'notes/data/x.csv',
    'notes/topic/golden-reference.md',
    'other/x.md',
  ];
  const place = docsRoot("records: { enabled: true, topics: ['!**'], folders: ['notes/**'] }", files);
  expect(foldersByTarget(place)).toEqual({ records: ['../notes/2026'] });
});

test('scores are those of topics that have pages and questions', () => {
  const config = "pages: { enabled: true, topics: ['garden/**'] }\nscore: { enabled: true }\n";
  const questions = ['docs/garden/compost/page-queries.yaml', 'docs/kitchen/bread/page-queries.yaml'];
  expect(foldersByTarget(docsRoot(config, questions))).toEqual({
    pages: ['garden/compost', 'garden/seeds'],
    score: ['garden/compost'],
  });
  expect(foldersByTarget(docsRoot('score: { enabled: true }', questions))).toEqual({});
});

test('no file is owned by two targets of a folder', () => {
  const globs = OPTIONAL_TARGETS.flatMap(({ steps }) => [...new Set(steps.flatMap(({ outputs }) => outputs))]);
  for (const name of ['chunk-001.md', 'chunk-001.html', 'chunks.json', 'chunks.json.sha256', 'scores.json']) {
    const owners = globs.filter(({ directory, owns }) => directory === '_pages' && owns(name));
    expect([name, owners.length]).toEqual([name, 1]);
  }
});
