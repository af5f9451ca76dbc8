import { readFileSync } from 'node:fs';
import { existingFolder } from '@topicmill/base/cli';
import { findHiddenText, HIDDEN_TEXT_KINDS } from '@topicmill/text/hidden-text';
import { bodyOffsetOf, dialectOf } from '@topicmill/text/markdown';
import { parse } from 'yaml';
import * as z from 'zod';
import { publicDocuments } from '../public-files/public-documents.js';
import { percent, type Table } from '../table.js';
import { tableCommand } from '../table-command.js';

const labelledSchema = z.strictObject({ positives: z.array(z.string()), negatives: z.array(z.string()) });
type Labelled = z.infer<typeof labelledSchema>;

/**
 * The rules were chosen with the first set, and changed for what the second and third had shown. `fresh` is what is
 * claimed: it was labelled before that change and not looked at during it.
 */
const SETS = ['choosing', 'reporting', 'unseen', 'fresh'] as const;
const SHOWN_CHARACTERS = 160;

/** How many texts with something hidden are found, and how many others are. */
export const hiddenText = tableCommand<{ readonly docs?: string; readonly wrong?: true }>(
  {
    name: 'npm run eval:hidden-text --',
    description:
      'Precision and recall of hidden text on four labelled sets; the rules were chosen with the first three. With a folder of docs: how much of it is flagged.',
    examples: [
      ['npm run eval:hidden-text', 'all sets'],
      ['npm run eval:hidden-text -- --docs <folder>', 'and what is flagged in the markdown below a folder'],
    ],
  },
  (program) =>
    program
      .option('--docs <folder>', 'folder of markdown at any depth, of repositories that hide nothing', existingFolder)
      .option('--wrong', 'print what is judged wrongly in the set for choosing, and what is flagged in the folder'),
  async function* measure({ docs, wrong }, { log }) {
    yield labelledTable(wrong === true ? log : undefined);
    if (docs !== undefined) yield docsTable(docs, wrong === true ? log : undefined);
  },
);

function labelledTable(log: ((message: string) => void) | undefined): Table {
  const rows = SETS.map((set) => {
    const { positives, negatives } = readLabelled(set);
    const found = positives.filter(isFlagged);
    const wrong = negatives.filter(isFlagged);
    if (set === 'choosing') {
      for (const text of positives) if (!isFlagged(text)) log?.(`missed: ${JSON.stringify(text)}\n`);
      for (const text of wrong) log?.(`wrong: ${JSON.stringify(text)}\n`);
    }
    const values = [
      positives.length,
      negatives.length,
      percent(found.length / Math.max(1, found.length + wrong.length)),
      percent(found.length / positives.length),
      percent(wrong.length / negatives.length),
    ];
    return { name: set, values };
  });
  return {
    title: 'Hidden text',
    notes: ['Each text is a small document. Negatives are hard: they look like the positives.'],
    columns: ['positives', 'negatives', 'precision, %', 'recall, %', 'negatives flagged, %'],
    rows,
  };
}

function readLabelled(set: string): Labelled {
  const file = new URL(`../../hidden-text/${set}.yaml`, import.meta.url);
  return labelledSchema.parse(parse(readFileSync(file, 'utf8')));
}

function isFlagged(text: string): boolean {
  return findHiddenText(text, 0).length > 0;
}

function docsTable(folder: string, log: ((message: string) => void) | undefined): Table {
  const counts = new Map<string, number>(HIDDEN_TEXT_KINDS.map((kind) => [kind, 0]));
  let [documents, flagged] = [0, 0];
  for (const { path, text } of publicDocuments([folder])) {
    documents++;
    const dialect = dialectOf('none', path);
    const found = findHiddenText(text, bodyOffsetOf(text, dialect), dialect);
    if (found.length > 0) flagged++;
    for (const kind of new Set(found.map((each) => each.kind))) counts.set(kind, counts.get(kind)! + 1);
    for (const { kind, start, end } of found) {
      log?.(`${path}: ${kind}: ${JSON.stringify(text.slice(start, Math.min(end, start + SHOWN_CHARACTERS)))}\n`);
    }
  }
  const share = (count: number) => [count, percent(count / Math.max(1, documents))];
  return {
    title: 'Documents with flags',
    notes: [`${documents} documents.`],
    columns: ['documents', 'share, %'],
    rows: [
      { name: 'any', values: share(flagged) },
      ...[...counts].map(([name, count]) => ({ name, values: share(count) })),
    ],
  };
}
