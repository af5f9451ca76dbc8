import { basename, join, resolve } from 'node:path';
import { type CommandIo, createProgram, processIo, runProgram } from '@topicmill/base/cli';
import { readDocument } from '@topicmill/base/files';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { bertPieceCounter } from './bert-pieces.js';
import { bookTimes, pathologicalTimes } from './book-times.js';
import { type HeadingAccuracy, headingAccuracy } from './heading-accuracy.js';
import { renderPlain } from './plain-rendering.js';
import { textKinds } from './text-kinds.js';

const PATHOLOGICAL_SIZE = 200_000;
const workspace = join(import.meta.dirname, '..', '..', '..');
const io = processIo();
const program = createProgram(
  {
    name: 'npm run measure:books --',
    version: '0.1.0',
    description: 'Measures how books are read.',
    examples: [
      ['npm run measure:books -- wordpiece', 'estimates of word pieces against BERT’s tokenizer, by kind of text'],
      ['npm run measure:books -- headings docs/guide.md', 'headings found in markdown, and in the same as plain text'],
      ['npm run bench:books', 'time and memory for 1, 3 and 10 MB, and for pathological texts'],
    ],
  },
  io,
);
program.command('wordpiece').action(() => printWordPieces(io));
program
  .command('headings')
  .argument('<files...>', 'markdown documents')
  .option('--list', 'list the headings missed and invented')
  .action((files: string[], { list }: { list?: true }) => printHeadings(files, list === true, io));
program.command('times').action(() => printTimes(io));
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

async function printWordPieces({ stdout, env }: CommandIo): Promise<void> {
  const pieces = bertPieceCounter();
  const counters = await Promise.all(['wordpiece-estimate', 'wordpiece-fitted'].map(loadTokenCounter));
  stdout.write(
    `${'kind of text'.padEnd(48)}${'pieces'.padStart(9)}${counters.map(({ name }) => name.padStart(20)).join('')}\n`,
  );
  for (const { name, texts } of textKinds(workspace, env['TOPICMILL_CORPORA'])) {
    const text = texts.join('\n');
    const exact = pieces(text);
    const errors = counters.map((counter) => percent(counter.count(text) / exact - 1).padStart(20));
    stdout.write(`${name.padEnd(48)}${String(exact).padStart(9)}${errors.join('')}\n`);
  }
}

async function printHeadings(files: readonly string[], isListing: boolean, { stdout, cwd }: CommandIo): Promise<void> {
  const totals = { markdown: { expected: 0, found: 0, invented: 0 }, plain: { expected: 0, found: 0, invented: 0 } };
  for (const file of files) {
    const { text } = readDocument(resolve(cwd, file), file);
    const plain = renderPlain(text, basename(file));
    for (const [name, rendered] of [
      ['markdown', text],
      ['plain', plain.text],
    ] as const) {
      const accuracy = await headingAccuracy(rendered, name, plain.headings);
      const total = totals[name];
      total.expected += accuracy.expectedCount;
      total.found += accuracy.foundCount;
      total.invented += accuracy.invented.length;
      stdout.write(`${file} as ${name}, told apart as ${accuracy.automaticSource}: ${summary(accuracy)}\n`);
      if (isListing) for (const line of listing(accuracy)) stdout.write(`${line}\n`);
    }
  }
  for (const [name, { expected, found, invented }] of Object.entries(totals)) {
    stdout.write(
      `all as ${name}: ${found} of ${expected} found (${percent(found / expected)}), ${invented} invented\n`,
    );
  }
}

function summary({ foundCount, expectedCount, invented }: HeadingAccuracy): string {
  return `${foundCount} of ${expectedCount} found, ${invented.length} invented`;
}

function listing({ missed, invented }: HeadingAccuracy): string[] {
  return [...missed.map((heading) => `  missed   ${heading}`), ...invented.map((heading) => `  invented ${heading}`)];
}

async function printTimes({ stdout }: CommandIo): Promise<void> {
  const counter = await loadTokenCounter('wordpiece-fitted');
  for (const { name, characterCount, timeMs, heapBytes, recordCount } of bookTimes(counter)) {
    stdout.write(
      `${name.padEnd(20)}${megabytes(characterCount)} ${timeMs.toFixed(0).padStart(6)} ms, heap ${megabytes(heapBytes)}, ${recordCount} records\n`,
    );
  }
  for (const [once, twice] of pathologicalTimes(counter, PATHOLOGICAL_SIZE)) {
    const ratio = (twice.timeMs / once.timeMs).toFixed(2);
    stdout.write(
      `${once.name.padEnd(20)}${megabytes(once.characterCount)} ${once.timeMs.toFixed(0).padStart(6)} ms, twice the size ${twice.timeMs.toFixed(0).padStart(6)} ms: ${ratio} times\n`,
    );
  }
}

function megabytes(count: number): string {
  return `${(count / 1e6).toFixed(1).padStart(6)} MB`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
