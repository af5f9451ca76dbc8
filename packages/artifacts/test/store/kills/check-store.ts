import type { ArtifactStore } from '@topicmill/artifacts/store';
import {
  BYSTANDER,
  editionOf,
  NEW_MODEL,
  OLD_MODEL,
  type Operation,
  openTestStore,
  SUBJECT,
  testEmbedder,
} from './test-store.js';

/** What a killed operation left. */
export interface LeftStore {
  readonly isDone: boolean;
  readonly faults: readonly string[];
}

/** Checks that a store contains either the old or the new state, complete, and that the operation can be repeated. */
export async function checkStore(path: string, operation: Operation): Promise<LeftStore> {
  const faults: string[] = [];
  const store = await openTestStore(path, OLD_MODEL);
  try {
    faults.push(...(await faultsOf(store, 'after the kill')));
    const isDone = await wasDone(store, operation, faults);
    await repeat(store, operation);
    faults.push(...(await faultsOf(store, 'after it was done again')));
    if (!(await wasDone(store, operation, faults))) faults.push('done again, it is not there');
    return { isDone, faults };
  } finally {
    await store.close();
  }
}

async function faultsOf(store: ArtifactStore, when: string): Promise<string[]> {
  const { problems } = await store.verify();
  const faults = problems.map(({ artifact_id, message }) => `${when}: ${artifact_id ?? 'the store'}: ${message}`);
  const texts = new Map<string | null, string | undefined>();
  for (const { id, metadata } of (await store.list()).artifacts) texts.set(metadata.source_id, await store.getText(id));
  if (texts.get(BYSTANDER.sourceId) !== BYSTANDER.content) faults.push(`${when}: the other artifact was changed`);
  return faults;
}

/** Whether the operation took effect; a fault is added when it did by half. */
async function wasDone(store: ArtifactStore, operation: Operation, faults: string[]): Promise<boolean> {
  if (operation === 'reindex') {
    const { model } = await store.stats();
    if (model !== OLD_MODEL && model !== NEW_MODEL) faults.push(`the model is ${model}`);
    if ((await textOf(store, SUBJECT.sourceId)) !== editionOf(1)) faults.push('a reindex altered a text');
    return model === NEW_MODEL;
  }
  const text = await textOf(store, operation === 'ingest' ? 'new' : SUBJECT.sourceId);
  const before = operation === 'ingest' ? undefined : editionOf(1);
  if (text !== before && text !== editionOf(2)) faults.push('the text is neither the old nor the new');
  return text === editionOf(2);
}

async function textOf(store: ArtifactStore, sourceId: string): Promise<string | undefined> {
  const { artifacts } = await store.list();
  const found = artifacts.find(({ metadata }) => metadata.source_id === sourceId);
  return found && store.getText(found.id);
}

async function repeat(store: ArtifactStore, operation: Operation): Promise<void> {
  if (operation === 'reindex') {
    await store.reindex(testEmbedder(NEW_MODEL));
    return;
  }
  const sourceId = operation === 'ingest' ? 'new' : SUBJECT.sourceId;
  await store.ingest({ ...SUBJECT, sourceId, content: editionOf(2) });
}
