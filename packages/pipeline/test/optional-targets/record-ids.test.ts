import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, onTestFinished, test } from 'vitest';
import { OPTIONAL_TARGETS } from '../../src/optional-targets/index.js';

const TEXT = `# Compost\n\n${'Leaves of oak rot slowly in a heap. '.repeat(20)}\n`;
const FILES: Readonly<Record<string, string>> = {
  'docs/garden/compost/golden-reference.md': TEXT,
  'docs/kitchen/compost/golden-reference.md': TEXT,
  'docs/küche/golden-reference.md': TEXT,
  'notes/a/README.md': TEXT,
  'notes/b/README.md': TEXT,
};

/** Everything that the target writes for these documents, line by line. */
async function recordLines(strategy: 'structural' | 'two-tier'): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'record-ids-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const config = `chunking: { strategy: ${strategy} }\nrecords: { enabled: true, folders: ['notes/**'] }\n`;
  new FileFolder(root, { ...FILES, 'topicmill.yaml': config });
  const workspace = openWorkspace(root, { env: {} });
  const target = OPTIONAL_TARGETS.find(({ name }) => name === 'records')!;
  const lines: string[] = [];
  for await (const { id, steps } of runTargets([target], workspace)) {
    for (const name of steps.flatMap(({ written }) => written)) {
      lines.push(...readFileSync(join(root, 'docs', id, name), 'utf8').split('\n'));
    }
  }
  return lines.map((line) => line.replace(/,$/, '')).filter((line) => line.startsWith('{'));
}

test('ids of records name the topic or the path of the document, since all references have one file name', async () => {
  const records = (await recordLines('structural')).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ id }) => id).sort()).toEqual([
    'doc:garden/compost::ch0',
    'doc:kitchen/compost::ch0',
    'doc:küche-0518cd4c::ch0',
    'doc:notes/a/README.md::ch0',
    'doc:notes/b/README.md::ch0',
  ]);
  expect(records.every(({ id, parentId }) => id === `${String(parentId)}::ch0`)).toBe(true);
});

test('no two documents of equal text have a book record in common', async () => {
  const records = (await recordLines('two-tier')).map((line) => JSON.parse(line) as { id: string; doc_id: string });
  expect(records).toHaveLength(2 * Object.keys(FILES).length);
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  expect(records.map(({ doc_id: document }) => document)).toContain('kitchen/compost');
});
