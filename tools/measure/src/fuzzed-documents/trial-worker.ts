import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentRange, type StrategyTotal, tryDocuments } from './try-documents.js';

/** What a worker says: how many documents it has tried since, a violation, and in the end its totals. */
export type TrialMessage =
  | { readonly kind: 'tried'; readonly documents: number }
  | { readonly kind: 'violation'; readonly message: string }
  | { readonly kind: 'done'; readonly totals: ReadonlyMap<string, StrategyTotal> };

const DOCUMENTS_IN_MESSAGE = 1000;

const tell = (message: TrialMessage): void => parentPort!.postMessage(message);
let untold = 0;
const totals = await tryDocuments(workerData as DocumentRange, {
  onViolation: (message) => tell({ kind: 'violation', message }),
  onDocument: () => {
    untold++;
    if (untold < DOCUMENTS_IN_MESSAGE) return;
    tell({ kind: 'tried', documents: untold });
    untold = 0;
  },
});
tell({ kind: 'done', totals });
