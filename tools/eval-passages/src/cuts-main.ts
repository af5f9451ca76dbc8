import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/base/cli';
import { loadTokenPeers } from '@topicmill/bench/peers';
import { chunkSync, firstTitle } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { locateChunks } from './locate-chunks.js';
import { type CutCounts, countCuts, type HeadedChunk, noCuts } from './measure-cuts.js';
import { readStructure, type Structure } from './read-structure.js';
import { tokenSizes } from './token-sizes.js';

interface Document {
  readonly text: string;
  readonly structure: Structure;
}

type Split = (text: string) => Promise<readonly HeadedChunk[]>;

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

const io = processIo();
const program = createProgram(
  {
    name: 'npm run eval:cuts --',
    version: '0.1.0',
    description: 'Counts the chunks that cut code, rows and sentences or lack their headings, beside other splitters.',
    examples: [
      ['npm run eval:cuts -- --topics <folder>', 'on the references, or else all markdown, below a folder'],
      ['npm run eval:cuts -- --topics docs --sizes 200,400 --no-peers', 'our own docs by two sizes, structural alone'],
    ],
  },
  io,
)
  .requiredOption('--topics <folder>', 'folder of markdown', existingFolder)
  .option('--sizes <tokens>', 'limits of a chunk, by cl100k_base', tokenSizes, [400])
  .option('--no-peers', 'leave the other splitters out')
  .action(({ topics, sizes, peers }: { topics: string; sizes: readonly number[]; peers: boolean }) =>
    report(readDocuments(topics), sizes, peers),
  );
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

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

async function row(
  name: string,
  split: Split,
  documents: readonly Document[],
  size: number,
  count: (text: string) => number,
): Promise<string> {
  const counts = noCuts();
  for (const { text, structure } of documents) countCuts(counts, text, structure, await split(text), size, count);
  const cells = COLUMNS.map(([, key]) => ((100 * counts[key]) / counts.chunks).toFixed(1));
  return `| ${name} | ${counts.chunks} | ${cells.join(' | ')} |\n`;
}

async function report(documents: readonly Document[], sizes: readonly number[], withPeers: boolean): Promise<void> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const known = new Map<string, number>();
  const count = (text: string) => {
    const tokens = known.get(text) ?? tokenCounter.count(text);
    known.set(text, tokens);
    return tokens;
  };
  const peers = withPeers ? await loadTokenPeers(count, (message) => io.stderr.write(message)) : [];
  io.stdout.write(`Chunks of ${documents.length} documents, in %\n`);
  for (const size of sizes) {
    const structural: Split = async (text) =>
      chunkSync(text, { fileTitle: firstTitle(text) ?? '', maxTokens: size, tokenCounter }).chunks.map(
        ({ sourcePosition: { charStart, charEnd }, embedText, headerPath }) => ({
          start: charStart,
          end: charEnd,
          indexedText: embedText,
          headings: headerPath,
        }),
      );
    io.stdout.write(
      `\n| at most ${size} tokens | chunks | ${COLUMNS.map(([name]) => name).join(' | ')} |\n|---|${'---:|'.repeat(COLUMNS.length + 1)}\n`,
    );
    io.stdout.write(await row('structural', structural, documents, size, count));
    for (const { name, make } of peers) {
      const splitText = await make(size);
      const split: Split = async (text) =>
        locateChunks(text, await splitText(text)).map((range) => ({
          ...range,
          indexedText: text.slice(range.start, range.end),
        }));
      io.stdout.write(await row(name, split, documents, size, count));
    }
  }
}
