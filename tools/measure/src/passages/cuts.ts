import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstTitle } from '@topicmill/chunking';
import { percent, type Row, type Table } from '../table.js';
import { addTopicsOption, tableCommand } from '../table-command.js';
import { type CutCounts, countCuts, noCuts } from './measure-cuts.js';
import { readStructure, type Structure } from './read-structure.js';
import { loadSplitters, tokenSizes } from './splitters.js';

interface Document {
  readonly text: string;
  readonly structure: Structure;
}

const COLUMNS: readonly (readonly [name: string, key: keyof CutCounts])[] = [
  ['cut code', 'inCode'],
  ['that fits', 'inFittingCode'],
  ['cut a row', 'inRow'],
  ['table without header', 'withoutTableHeader'],
  ['cut a sentence that fits', 'inFittingSentence'],
  ['without nearest heading', 'withoutHeading'],
  ['without heading path', 'withoutPath'],
  ['end on a heading', 'endOnHeading'],
  ['over the limit', 'overLimit'],
];

/** Runs `cuts`; see `--help`. */
export const cuts = tableCommand<{
  readonly topics: string;
  readonly sizes: readonly number[];
  readonly peers: boolean;
}>(
  {
    name: 'npm run eval:cuts --',
    description:
      'Counts the chunks that cut code, rows and sentences or lack their headings, compared with other splitters.',
    examples: [
      ['npm run eval:cuts -- --topics <folder>', 'on the references, or else all markdown, below a folder'],
      ['npm run eval:cuts -- --topics docs --sizes 200,400 --no-peers', 'our own docs by two sizes, structural alone'],
    ],
  },
  (program) =>
    addTopicsOption(program)
      .option('--sizes <tokens>', 'limits of a chunk, by cl100k_base', tokenSizes, [400])
      .option('--no-peers', 'leave the other splitters out'),
  async function* ({ topics, sizes, peers }, { log }): AsyncGenerator<Table> {
    const documents = readDocuments(topics);
    const { count, make } = await loadSplitters(peers, (text) => ({ fileTitle: firstTitle(text) ?? '' }), log);
    for (const size of sizes) {
      const rows: Row[] = [];
      for (const [name, split] of await make(size)) {
        const counts = noCuts();
        for (const document of documents) countCuts(counts, document, await split(document.text), { size, count });
        const shares = COLUMNS.map(([, key]) => percent(counts[key] / counts.chunks));
        rows.push({ name, values: [String(counts.chunks), ...shares] });
      }
      yield {
        title: `Cuts, chunks of at most ${size} tokens`,
        notes: [`Chunks of ${documents.length} documents, in %.`],
        columns: ['chunks', ...COLUMNS.map(([name]) => name)],
        rows,
      };
    }
  },
);

/** All markdown below a folder; of topics, their references only. */
function readDocuments(folder: string): Document[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const references = paths.filter((path) => path.endsWith('golden-reference.md'));
  const chosen = references.length > 0 ? references : paths.filter((path) => path.endsWith('.md'));
  return chosen.map((path) => {
    const text = readFileSync(join(folder, path), 'utf8').replace(/^\ufeff/, '');
    return { text, structure: readStructure(text) };
  });
}
