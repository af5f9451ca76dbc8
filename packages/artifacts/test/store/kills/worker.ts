import { writeSync } from 'node:fs';
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

// `worker <path> <operation>`: does one thing to a store, with a line on the standard output for each event on the way,
// written before the work goes on. `prepare` makes the store that the others start from.
const [path, operation] = process.argv.slice(2) as [string, Operation | 'prepare'];

const store = await openTestStore(path, OLD_MODEL, () => say('embedding'));
if (operation === 'prepare') {
  await store.ingest(BYSTANDER);
  await store.ingest({ ...SUBJECT, content: editionOf(1) });
} else {
  say('begin');
  if (operation === 'reindex') {
    await store.reindex(
      testEmbedder(NEW_MODEL, () => say('embedding')),
      { onProgress: () => say('storing') },
    );
  } else {
    const input = { ...SUBJECT, sourceId: operation === 'ingest' ? 'new' : SUBJECT.sourceId, content: editionOf(2) };
    await store.ingest(input, { onProgress: ({ phase }) => say(phase) });
  }
  say('end');
}
await store.close();

function say(event: string): void {
  for (;;) {
    try {
      writeSync(1, `${event}\n`);
      return;
    } catch (thrown) {
      // The reader has not caught up yet.
      if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
