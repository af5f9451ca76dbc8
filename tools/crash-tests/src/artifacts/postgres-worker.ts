import { editionText, openKilledStore, SLOT_COUNT } from './postgres-editions.js';

/**
 * Writers in one process, each with artifacts of its own, and one that all of them write. Arguments: the address, the
 * number of the process, how many writers, the first edition. It tells each artifact that it was told is stored.
 */
const [, , address, processNumber, writerCount, firstEdition] = process.argv;
const store = await openKilledStore(address!);
process.stdout.write('ready\n');
await Promise.all(Array.from({ length: Number(writerCount) }, (_, at) => write(`${processNumber}-${at}`)));

async function write(writer: string): Promise<never> {
  for (let edition = Number(firstEdition); ; edition++) {
    const own = `${writer}-${edition % SLOT_COUNT}`;
    for (const sourceId of [own, 'shared']) {
      const input = { artifactType: 'doc', sourceSystem: 'kill', sourceId };
      try {
        await store.ingest({ ...input, content: editionText(sourceId, edition) });
        if (sourceId === own) process.stdout.write(`${own} ${edition}\n`);
      } catch (thrown) {
        // A connection that was lost during a commit: nobody knows, so nothing is claimed.
        if (!String((thrown as { code?: string }).code).startsWith('DATABASE_')) throw thrown;
      }
    }
  }
}
