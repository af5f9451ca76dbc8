import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/base/cli';
import { loadTokenPeers } from '@topicmill/bench/peers';
import { chunkSync } from '@topicmill/chunking';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { Option } from 'commander';
import { locateChunks } from './locate-chunks.js';
import { BUDGETS, type Chunker, measure } from './measure.js';
import { differenceTable, type MeasuredSplitter, scoreTable } from './passage-tables.js';
import { rankers } from './rankers.js';
import { type Half, type PassageCorpus, readPassages } from './read-passages.js';
import { tokenSizes } from './token-sizes.js';

interface Options {
  readonly corpora: string;
  readonly sizes: readonly number[];
  readonly only: string;
  readonly half: Half;
  readonly peers: boolean;
}

const io = processIo();
const program = createProgram(
  {
    name: 'npm run eval:passages --',
    version: '0.1.0',
    description: 'Measures the passages that a budget of tokens brings, beside other splitters.',
    examples: [
      ['npm run eval:passages -- --corpora <folder>', 'on the texts and questions below a folder'],
      ['npm run eval:passages -- --corpora <folder> --only wiki --half first', 'on one of them, half its questions'],
    ],
  },
  io,
)
  .requiredOption('--corpora <folder>', 'folder of texts and questions', existingFolder)
  .option('--sizes <tokens>', 'limits of a chunk, by cl100k_base', tokenSizes, [200, 400])
  .option('--only <name>', 'texts whose name holds this', '')
  .addOption(new Option('--half <half>', 'questions to ask').choices(['first', 'second', 'both']).default('both'))
  .option('--no-peers', 'leave the other splitters out')
  .action(({ corpora, only, half, ...options }: Options) =>
    report(
      readPassages(corpora, half).filter(({ name }) => name.includes(only)),
      options,
    ),
  );
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function structural(maxTokens: number, tokenCounter: TokenCounter): Chunker {
  return (text) =>
    chunkSync(text, { fileTitle: '', maxTokens, overlapSentences: 0, tokenCounter }).chunks.map(
      ({ sourcePosition: { charStart, charEnd }, embedText }) => ({
        start: charStart,
        end: charEnd,
        indexedText: embedText,
      }),
    );
}

async function report(
  corpora: readonly PassageCorpus[],
  { sizes, peers: withPeers }: Pick<Options, 'sizes' | 'peers'>,
): Promise<void> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const known = new Map<string, number>();
  const count = (text: string) => {
    const tokens = known.get(text) ?? tokenCounter.count(text);
    known.set(text, tokens);
    return tokens;
  };
  const ways = rankers();
  const peers = withPeers ? await loadTokenPeers(count, (message) => io.stderr.write(message)) : [];
  io.stdout.write(
    `Recall in ${BUDGETS.join(' / ')} tokens · intersection over union of five chunks, in %: ${corpora.map(({ name, questions }) => `${name} (${questions.length} questions)`).join(', ')}\n`,
  );
  for (const size of sizes) {
    const own = { name: 'structural', measured: await measure(corpora, structural(size, tokenCounter), ways, count) };
    const others: MeasuredSplitter[] = [];
    for (const { name, make } of peers) {
      const split = await make(size);
      const chunker: Chunker = async (text) =>
        locateChunks(text, await split(text)).map((range) => ({
          ...range,
          indexedText: text.slice(range.start, range.end),
        }));
      others.push({ name, measured: await measure(corpora, chunker, ways, count) });
    }
    io.stdout.write(`\n${scoreTable(size, [own, ...others])}`);
    if (others.length > 0) io.stdout.write(`\n${differenceTable(size, own, others)}`);
  }
}
