import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/base/cli';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { type Measure, measure } from './measure.js';
import { plainEmbedding } from './plain-embedding.js';
import { bm25Ranker, mixedRanker, partOf, type Ranker, vectorRanker } from './rankers.js';
import { readTopics, type TopicCorpus } from './read-topics.js';

const io = processIo();
const program = createProgram(
  {
    name: 'npm run eval:embeddings --',
    version: '0.1.0',
    description: 'Measures how often the built-in vectors find the chunk that answers a question.',
    examples: [['npm run eval:embeddings -- --topics <folder>', 'on the topics with qa-pairs.md below a folder']],
  },
  io,
)
  .requiredOption('--topics <folder>', 'folder of topics with golden-reference.md and qa-pairs.md', existingFolder)
  .action(({ topics }: { topics: string }) => {
    io.stdout.write(report(readTopics(topics)));
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function rankersOf(corpus: TopicCorpus): readonly (readonly [name: string, ranker: Ranker])[] {
  const texts = corpus.chunks.map(({ text }) => text);
  const vectors = bundledWordVectors();
  const bm25 = bm25Ranker(texts);
  const plain = vectorRanker(texts, plainEmbedding(vectors));
  const words = vectorRanker(texts, partOf(vectors, 'words'));
  const terms = vectorRanker(texts, partOf(vectors, 'terms'));
  const builtin = vectorRanker(texts, (text) => embedText(vectors, text));
  return [
    ['BM25', bm25],
    ['plain vectors', plain],
    ['built-in: word part', words],
    ['built-in: term part', terms],
    ['built-in', builtin],
    ['BM25 + plain vectors', mixedRanker(bm25, plain)],
    ['BM25 + built-in', mixedRanker(bm25, builtin)],
  ];
}

function row(name: string, measures: readonly Measure[]): string {
  const cells = measures.flatMap(({ hitAt1, hitAt3, meanReciprocalRank }) => [
    (100 * hitAt1).toFixed(1),
    (100 * hitAt3).toFixed(1),
    meanReciprocalRank.toFixed(3),
  ]);
  return `| ${name} | ${cells.join(' | ')} |\n`;
}

function report(corpus: TopicCorpus): string {
  const topics = [...new Set(corpus.questions.map(({ topic }) => topic))];
  const questionsOf = (included: (number: number) => boolean) =>
    corpus.questions.filter(({ topic }) => included(topics.indexOf(topic)));
  const parts = [
    questionsOf((number) => number % 2 === 0),
    questionsOf((number) => number % 2 === 1),
    corpus.questions,
  ];
  const rankers = rankersOf(corpus);
  const counts = parts.map((questions) => `${questions.length} questions: hit@1 | hit@3 | MRR |`);
  let text = `${corpus.chunks.length} chunks; topics with even number, topics with odd number, all\n\n`;
  text += `| | ${counts.join(' ')}\n|---|${'---:|'.repeat(9)}\n`;
  for (const [name, ranker] of rankers) {
    text += row(
      name,
      parts.map((questions) => measure(corpus, questions, ranker)),
    );
  }
  const columns = rankers.map(([name]) => name);
  text += `\nhit@1 by topic\n\n| | questions | ${columns.join(' | ')} |\n|---|${'---:|'.repeat(1 + columns.length)}\n`;
  for (const [number, topic] of topics.entries()) {
    const questions = questionsOf((other) => other === number);
    const cells = rankers.map(([, ranker]) => (100 * measure(corpus, questions, ranker).hitAt1).toFixed(1));
    text += `| ${topic} | ${questions.length} | ${cells.join(' | ')} |\n`;
  }
  return text;
}
