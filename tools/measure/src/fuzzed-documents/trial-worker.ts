import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentRange, type StrategyTotal, type TrialListener, tryDocuments } from './try-documents.js';
import { tryMails } from './try-mails.js';

/** What a worker tries: documents of a range, and mails of one that begins with the same number. */
export interface TrialRange extends DocumentRange {
  readonly endOfMails: number;
}

/** What a worker says: how many documents or mails it has tried since, a violation, and in the end its totals. */
export type TrialMessage =
  | { readonly kind: 'tried'; readonly documents: number }
  | { readonly kind: 'violation'; readonly message: string }
  | { readonly kind: 'done'; readonly totals: ReadonlyMap<string, StrategyTotal> };

const DOCUMENTS_IN_MESSAGE = 1000;

const tell = (message: TrialMessage): void => parentPort!.postMessage(message);
let untold = 0;
const range = workerData as TrialRange;
const listener: TrialListener = {
  onViolation: (message) => tell({ kind: 'violation', message }),
  onDocument: () => {
    untold++;
    if (untold < DOCUMENTS_IN_MESSAGE) return;
    tell({ kind: 'tried', documents: untold });
    untold = 0;
  },
};
const totals = await tryDocuments(range, listener);
totals.set(...(await tryMails({ ...range, end: range.endOfMails }, listener)));
tell({ kind: 'done', totals });
