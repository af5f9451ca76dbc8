import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTokenPeers } from '@topicmill/bench/peers';
import { chunkSync, firstTitle } from '@topicmill/chunking';
import { diagnosticsOf, formatDiagnostic, TopicmillError } from '@topicmill/diagnostics';
import { loadTokenCounter } from '@topicmill/tokens';
import { locateChunks } from './locate-chunks.js';
import { type CutCounts, countCuts, type HeadedChunk, noCuts } from './measure-cuts.js';
import { readStructure, type Structure } from './read-structure.js';

const { values } = parseArgs({
  options: {
    topics: { type: 'string' },
    sizes: { type: 'string', default: '400' },
    'no-peers': { type: 'boolean', default: false },
  },
});

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

async function report(documents: readonly Document[]): Promise<void> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const known = new Map<string, number>();
  const count = (text: string) => {
    const tokens = known.get(text) ?? tokenCounter.count(text);
    known.set(text, tokens);
    return tokens;
  };
  const peers = values['no-peers'] ? [] : await loadTokenPeers(count, (message) => process.stderr.write(message));
  process.stdout.write(`Chunks of ${documents.length} documents, in %\n`);
  for (const size of values.sizes.split(',').map(Number)) {
    const structural: Split = async (text) =>
      chunkSync(text, { fileTitle: firstTitle(text) ?? '', maxTokens: size, tokenCounter }).chunks.map(
        ({ sourcePosition: { charStart, charEnd }, embedText, headerPath }) => ({
          start: charStart,
          end: charEnd,
          indexedText: embedText,
          headings: headerPath,
        }),
      );
    process.stdout.write(
      `\n| at most ${size} tokens | chunks | ${COLUMNS.map(([name]) => name).join(' | ')} |\n|---|${'---:|'.repeat(COLUMNS.length + 1)}\n`,
    );
    process.stdout.write(await row('structural', structural, documents, size, count));
    for (const { name, make } of peers) {
      const splitText = await make(size);
      const split: Split = async (text) =>
        locateChunks(text, await splitText(text)).map((range) => ({
          ...range,
          indexedText: text.slice(range.start, range.end),
        }));
      process.stdout.write(await row(name, split, documents, size, count));
    }
  }
}

try {
  if (values.topics === undefined) {
    throw new TopicmillError('INVALID_OPTION', 'The folder of documents is missing.', {
      remedy: 'Run: npm run eval:cuts -- --topics <folder> [--sizes 200,400] [--no-peers]',
    });
  }
  await report(readDocuments(values.topics));
} catch (thrown) {
  for (const diagnostic of diagnosticsOf(thrown)) process.stderr.write(`${formatDiagnostic(diagnostic)}\n`);
  process.exitCode = thrown instanceof TopicmillError ? 2 : 1;
}
