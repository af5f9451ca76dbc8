import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, onTestFinished, test } from 'vitest';
import { PublishedRecord } from '../../src/runner/published-record.js';

/** What a record says of a file that was noted so long after it was written. */
function isUnchangedAfter(agoMs: number): boolean {
  const root = mkdtempSync(join(tmpdir(), 'published-record-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  new FileFolder(root, { 'docs/a/index.json': '{}' });
  const record = new PublishedRecord(root);
  const now = { seal: () => 'seal' };
  const nowMs = statSync(join(root, 'docs/a/index.json')).ctimeMs + agoMs;
  const published = { paths: ['docs/a/index.json'], directories: [], hasWarnings: false, isAsMade: () => true };
  record.note('index/docs/a', now, published, nowMs);
  return record.isUnchanged('index/docs/a', now);
}

test('a file that was written within a tick of the clock is compared once more, since its time would not show an edit', () => {
  expect(isUnchangedAfter(10)).toBe(false);
  expect(isUnchangedAfter(1000)).toBe(true);
});
