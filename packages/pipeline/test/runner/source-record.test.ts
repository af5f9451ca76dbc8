import { withFault } from '@topicmill/test-support/faults';
import { expect, it } from 'vitest';
import { SourceRecord, UNREADABLE } from '../../src/runner/index.js';
import { DocsRepo } from '../steps/docs-repo.js';

const PATH = 'docs/tea/golden-reference.md';

it('does not keep that a file could not be read', async () => {
  const repo = new DocsRepo({ 'topicmill.yaml': 'docsRoot: docs\n', [PATH]: '# Tea\n' });
  // Later than the file's last change, so that what is read is kept.
  const later = Date.now() + 60_000;
  const openRecord = () => new SourceRecord(repo.open(), 'engine', later);
  const hash = openRecord().fileAt(PATH);
  const below = [repo.path(PATH)];
  const { callCount } = await withFault({ below, at: undefined, kind: 'EIO' }, async () => openRecord().fileAt(PATH));
  for (let at = 0; at < callCount; at++) {
    const record = openRecord();
    const { result } = await withFault({ below, at, kind: 'EIO' }, async () => record.fileAt(PATH));
    record.save();
    expect([hash, UNREADABLE]).toContain(result);
    expect(openRecord().fileAt(PATH), `call ${at}`).toBe(hash);
  }
  const record = openRecord();
  record.fileAt(PATH);
  record.save();
  const { callCount: withRecord } = await withFault({ below, at: undefined, kind: 'EIO' }, async () =>
    openRecord().fileAt(PATH),
  );
  expect(withRecord).toBeLessThan(callCount);
});
