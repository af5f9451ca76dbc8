import { withFault } from '@topicmill/test-support/faults';
import { expect, it } from 'vitest';
import { SourceRecord, UNREADABLE } from '../../src/runner/index.js';
import { TOPIC_SPEC } from '../../src/steps/topic-spec.js';
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

/** A handbook in which people have written in one topic-spec.md, built; its files are noted some time after. */
async function notedHandbook() {
  const repo = DocsRepo.handbook();
  repo.write('docs/garden/compost/topic-spec.md', '# Compost\n\nWhat we think of it.\n');
  const later = Date.now() + 60_000;
  expect((await repo.build({ notedMs: later })).failed).toEqual([]);
  return { repo, later };
}

it('what people wrote next to steps is known right after a build, without taking its files apart again', async () => {
  const { repo, later } = await notedHandbook();
  const workspace = repo.open();
  const topics = [...workspace.tree.values()].filter(({ isTopic }) => isTopic);
  const read = (engine: string) => {
    const record = new SourceRecord(workspace, engine, later);
    return topics.map((folder) => [folder.id, record.authored(folder, TOPIC_SPEC)]);
  };
  const below = topics.map(({ id }) => repo.path(`docs/${id}/topic-spec.md`));
  const counted = async (engine: string) => withFault({ below, at: undefined, kind: 'EIO' }, async () => read(engine));
  const known = await counted(workspace.engine);
  // A record of another release is an empty one.
  const computed = await counted('another release');
  expect(known.result).toEqual(computed.result);
  expect(known.callCount).toBe(topics.length);
  expect(computed.callCount).toBeGreaterThan(topics.length);
  expect(new Set(read(workspace.engine).map(([, hash]) => hash)).size).toBe(2);
});

it('an edit after the build is seen', async () => {
  const { repo, later } = await notedHandbook();
  const workspace = repo.open();
  for (const id of ['garden/compost', 'brewing/espresso']) {
    const folder = workspace.tree.get(id)!;
    const authored = (engine = workspace.engine) =>
      new SourceRecord(workspace, engine, later).authored(folder, TOPIC_SPEC);
    const before = authored();
    repo.edit(`docs/${id}/topic-spec.md`, (text) => `${text}\nA note.\n`);
    expect(authored()).not.toBe(before);
    expect(authored()).toBe(authored('another release'));
  }
});

it('a file that was edited while its folder was noted is taken apart', async () => {
  const { repo } = await notedHandbook();
  const workspace = repo.open();
  const folder = workspace.tree.get('garden/compost')!;
  const path = 'docs/garden/compost/topic-spec.md';
  const record = new SourceRecord(workspace, workspace.engine, Date.now() + 60_000);
  record.noteAuthored(path, `${repo.read(path)}\nAs it was.\n`, 'hash of that');
  expect(record.authored(folder, TOPIC_SPEC)).not.toBe('hash of that');
});
