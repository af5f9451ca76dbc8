import { parseArgs } from 'node:util';
import { loadTokenPeers } from '@topicmill/bench/peers';
import { chunkSync } from '@topicmill/chunking';
import { diagnosticsOf, formatDiagnostic, TopicmillError } from '@topicmill/diagnostics';
import { loadTokenCounter, type TokenCounter } from '@topicmill/tokens';
import { locateChunks } from './locate-chunks.js';
import { BUDGETS, type Chunker, type Measured, measure } from './measure.js';
import { rankers } from './rankers.js';
import { type Half, type PassageCorpus, readPassages } from './read-passages.js';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    sizes: { type: 'string', default: '200,400' },
    only: { type: 'string', default: '' },
    half: { type: 'string', default: 'both' },
    'no-peers': { type: 'boolean', default: false },
  },
});

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

function row(name: string, { chunkCount, meanTokens, rankers: scores }: Measured): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const cells = scores.map(
    ({ recalls, intersectionOverUnion }) => `${recalls.map(percent).join(' / ')} · ${percent(intersectionOverUnion)}`,
  );
  return `| ${name} | ${chunkCount} | ${meanTokens.toFixed(0)} | ${cells.join(' | ')} |\n`;
}

function halfOf(value: string): Half {
  if (value === 'both' || value === 'first' || value === 'second') return value;
  throw new TopicmillError('INVALID_OPTION', `"${value}" is no half of the questions.`, {
    remedy: 'Give first, second or both.',
  });
}

async function report(corpora: readonly PassageCorpus[]): Promise<void> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const known = new Map<string, number>();
  const count = (text: string) => {
    const tokens = known.get(text) ?? tokenCounter.count(text);
    known.set(text, tokens);
    return tokens;
  };
  const ways = rankers();
  const peers = values['no-peers'] ? [] : await loadTokenPeers(count, (message) => process.stderr.write(message));
  process.stdout.write(
    `Recall in ${BUDGETS.join(' / ')} tokens · intersection over union of five chunks, in %: ${corpora.map(({ name, questions }) => `${name} (${questions.length} questions)`).join(', ')}\n`,
  );
  for (const size of values.sizes.split(',').map(Number)) {
    process.stdout.write(
      `\n| at most ${size} tokens | chunks | mean | ${ways.map(({ name }) => name).join(' | ')} |\n|---|---:|---:|${'---:|'.repeat(ways.length)}\n`,
    );
    process.stdout.write(row('structural', await measure(corpora, structural(size, tokenCounter), ways, count)));
    for (const { name, make } of peers) {
      const split = await make(size);
      const chunker: Chunker = async (text) =>
        locateChunks(text, await split(text)).map((range) => ({
          ...range,
          indexedText: text.slice(range.start, range.end),
        }));
      process.stdout.write(row(name, await measure(corpora, chunker, ways, count)));
    }
  }
}

try {
  if (values.corpora === undefined) {
    throw new TopicmillError('INVALID_OPTION', 'The folder of texts and questions is missing.', {
      remedy:
        'Run: npm run eval:passages -- --corpora <folder> [--sizes 200,400] [--only <name>] [--half first|second] [--no-peers]',
    });
  }
  await report(readPassages(values.corpora, halfOf(values.half)).filter(({ name }) => name.includes(values.only)));
} catch (thrown) {
  for (const diagnostic of diagnosticsOf(thrown)) process.stderr.write(`${formatDiagnostic(diagnostic)}\n`);
  process.exitCode = thrown instanceof TopicmillError ? 2 : 1;
}
