import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupBy } from '@topicmill/base/groups';
import { sum } from '@topicmill/base/sums';
import { installDocumentPeers, loadDocumentReaders, type MadeDocument, makeDocuments } from '../peers.js';
import { percent, type Table, tableCommand } from '../table-command.js';
import type { ReadFigures, ReadTask } from './document-worker.js';
import { type DocumentScore, scoreDocument } from './score-document.js';

const OURS = 'Topicmill';
const MEGABYTE = 1e6;

/** Runs `documents`; see `--help`. */
export const documents = tableCommand<object>(
  {
    name: 'npm run eval:documents --',
    description: 'Measures what readers of documents lose, add and keep, on files whose text and structure are known.',
    examples: [['npm run eval:documents', 'makes the files, reads them by every library, and compares']],
  },
  (program) => program,
  async function* (_, { log }): AsyncGenerator<Table> {
    if (!installDocumentPeers(log)) return;
    const folder = mkdtempSync(join(tmpdir(), 'documents-'));
    try {
      yield* tablesOf(await makeDocuments(folder), log);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

/** What a reader made of the files of a kind. */
interface KindResult {
  readonly scores: readonly DocumentScore[];
  readonly figures: ReadFigures;
}

async function* tablesOf(made: readonly MadeDocument[], log: (message: string) => void): AsyncGenerator<Table> {
  const readers = [OURS, ...Object.keys(await loadDocumentReaders())];
  const kinds = [...groupBy(made, ({ group }) => group)];
  const load = loadavg()[0]!;
  const results = new Map<string, KindResult>();
  for (const [kind, files] of kinds) {
    for (const reader of readers) {
      log(`${reader}: ${files.length} × ${kind}.\n`);
      results.set(`${kind}\0${reader}`, await resultOf(reader, files, log));
    }
  }
  const table = (title: string, notes: readonly string[], cell: (result: KindResult) => string | number): Table => ({
    title,
    notes,
    columns: readers,
    rows: kinds.map(([kind, files]) => ({
      name: `${kind} (${files.length})`,
      values: readers.map((reader) => cellOf(results.get(`${kind}\0${reader}`)!, cell)),
    })),
  });
  yield table(
    'Words of the text that are lost, %',
    [
      `${made.length} files that were made by docx, exceljs, pptxgenjs, epub-gen-memory, pdfkit and nodemailer, or by hand. A dash: the library has no reader of that kind; of two kinds in a row only those count that it reads.`,
      'Unstructured and Docling are packages of Python and not measured.',
    ],
    ({ scores }) => shareOf(scores, 'lost', 'wordCount'),
  );
  yield table(
    'Words that are not of the text, in % of it',
    ['Tags, scripts, keys, labels; times and names of people are free.'],
    ({ scores }) => shareOf(scores, 'added', 'wordCount'),
  );
  yield table(
    'Structure that is kept, %',
    [
      'Headings; rows with their header; whose words they are: of a speaker, sheet, slide, event, attachment; code as written; pages by number.',
    ],
    ({ scores }) => shareOf(scores, 'kept', 'plantedCount'),
  );
  const notes = [
    `Medians when the reader is loaded, each kind in a process of its own. An archive is also stored by ours. Load of the machine: ${load.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`,
  ];
  yield table('Time of a file, ms', notes, ({ figures }) => figures.fileMs);
  yield table('Peak memory, MB', [], ({ figures }) => figures.peakBytes / MEGABYTE);
}

/** @returns `undefined` where the reader reads no such kind */
function cellOf(result: KindResult, cell: (result: KindResult) => string | number): string | number | undefined {
  return result.figures.read.every((pieces) => pieces === undefined) ? undefined : cell(result);
}

function shareOf(scores: readonly DocumentScore[], part: keyof DocumentScore, whole: keyof DocumentScore): string {
  return percent(sum(scores.map((score) => score[part])) / sum(scores.map((score) => score[whole])));
}

async function resultOf(
  reader: string,
  files: readonly MadeDocument[],
  log: (message: string) => void,
): Promise<KindResult> {
  const figures = await inProcess({
    peer: reader === OURS ? undefined : reader,
    files: files.map(({ path, kind }) => ({ path, kind })),
  });
  const scores = files.flatMap(({ truth }, at) => {
    const read = figures.read[at];
    if (read === undefined) return [];
    if (typeof read === 'string') log(`  It fails: ${read}\n`);
    return scoreDocument(typeof read === 'string' ? [] : read, truth);
  });
  return { scores, figures };
}

function inProcess(task: ReadTask): Promise<ReadFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./document-worker.js', import.meta.url), { serialization: 'advanced' });
    child.on('message', (figures) => resolve(figures as ReadFigures));
    child.on('exit', (code) => reject(new Error(`The process of ${task.peer ?? OURS} ended with ${code}.`)));
    child.send(task);
  });
}
