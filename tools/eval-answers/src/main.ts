import { join } from 'node:path';
import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/cli';
import { TopicmillError } from '@topicmill/diagnostics';
import { analyzeText } from '@topicmill/retrieval';
import { embedText } from '@topicmill/static-embeddings';
import { bundledWordVectors } from '@topicmill/static-embeddings/node';
import { miniSearchPeers } from './minisearch-peer.js';
import { ownSearchers } from './own-searchers.js';
import { pagefindPeer } from './pagefind-peer.js';
import { type AnsweredQuestion, readCorpus, type Topic } from './read-corpus.js';
import { answerAll, type Measure, measure, measureWithin, type Searcher } from './searcher.js';
import { COVERED_COUNTS, stripeCoverage } from './stripe-coverage.js';

const io = processIo();
const program = createProgram(
  {
    name: 'npm run bench:answers --',
    version: '0.1.0',
    description: 'Measures the answers that searches find beside Pagefind and MiniSearch, and what stripes cover.',
    examples: [
      ['npm run bench:answers -- --topics <folder>', 'on the topics with qa-pairs.md below a folder'],
      ['npm run bench:answers -- --topics docs --no-pagefind', 'on our own docs, without a browser'],
    ],
  },
  io,
)
  .option(
    '--topics <folder>',
    'folder of topics (default: `topics` in the folder that TOPICMILL_CORPORA names)',
    existingFolder,
  )
  .option('--no-pagefind', 'leave Pagefind out')
  .action(({ topics, pagefind }: { topics?: string; pagefind: boolean }) => measureAnswers(rootOf(topics), pagefind));
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function rootOf(topics: string | undefined): string {
  const corpora = io.env['TOPICMILL_CORPORA'];
  const root = topics ?? (corpora === undefined ? undefined : join(corpora, 'topics'));
  if (root !== undefined) return root;
  throw new TopicmillError('INVALID_OPTION', 'The folder of topics is missing.', {
    remedy: 'Give it with --topics, or set TOPICMILL_CORPORA.',
  });
}

/** Every second topic with questions is for choosing settings by, the others tell what they are worth. */
function partsOf(topics: readonly Topic[]): (readonly [name: string, questions: readonly AnsweredQuestion[]])[] {
  const asked = topics.filter(({ questions }) => questions.length > 0);
  const questionsOf = (isIncluded: (place: number) => boolean) =>
    asked.filter((_, place) => isIncluded(place)).flatMap(({ questions }) => questions);
  return [
    ['chosen on', questionsOf((place) => place % 2 === 0)],
    ['reported on', questionsOf((place) => place % 2 === 1)],
    ['all', questionsOf(() => true)],
  ];
}

function cells(found: Measure): string {
  const mrr = found.meanReciprocalRank.toFixed(3);
  const words = `${percent(found.wordsInFirstChunk)} / ${percent(found.wordsInThreeChunks)}`;
  return `${percent(found.hitAt1)} / ${percent(found.hitAt3)} / ${mrr} | ${words}`;
}

async function answersReport(topics: readonly Topic[], searchers: readonly Searcher[]): Promise<string> {
  const wordsOf = remembered((text): ReadonlySet<string> => new Set(analyzeText(text)));
  const parts = partsOf(topics);
  const chunkCount = topics.reduce((sum, { chunks }) => sum + chunks.length, 0);
  let report = `# Answers\n\n${topics.length} topics, ${chunkCount} chunks. By topic: hit@1 / hit@3 / MRR. `;
  report += 'Answer: share of its words in the first chunk / in the first three.\n\n';
  report += `| | ${parts.map(([name, { length }]) => `${name} (${length} questions) | answer`).join(' | ')} |\n`;
  report += `|---|${'---|'.repeat(2 * parts.length)}\n`;
  const byTopic: string[] = [];
  const within: string[] = [];
  const asked = topics.filter(({ questions }) => questions.length > 0);
  for (const searcher of searchers) {
    const answers = await answerAll(searcher, topics);
    const measured = parts.map(([, questions]) => cells(measure(answers, questions, wordsOf)));
    report += `| ${searcher.name} | ${measured.join(' | ')} |\n`;
    const hits = asked.map(({ questions }) => percent(measure(answers, questions, wordsOf).hitAt1));
    const shares = await Promise.all(parts.map(([, questions]) => measureWithin(searcher, questions, wordsOf)));
    if (shares[0] !== undefined) within.push(`| ${searcher.name} | ${shares.map(percent).join(' | ')} |\n`);
    byTopic.push(`| ${searcher.name} | ${hits.join(' | ')} |\n`);
  }
  report += '\nShare of the answer’s words in the best chunk of the question’s own topic\n\n';
  report += `| | ${parts.map(([name]) => name).join(' | ')} |\n|---|${'---|'.repeat(parts.length)}\n${within.join('')}`;
  report += `\nhit@1 by topic\n\n| | ${asked.map(({ id, questions }) => `${id} (${questions.length})`).join(' | ')} |\n`;
  return `${report}|---|${'---|'.repeat(asked.length)}\n${byTopic.join('')}`;
}

function stripesReport(topics: readonly Topic[], embed: (text: string) => Float32Array): string {
  const { topicCount, rows } = stripeCoverage(topics, ({ chunkTexts }) => chunkTexts.map(embed));
  const counts = COVERED_COUNTS.join(', ');
  let report = `\n# Stripes\n\nWhat the first ${counts} chunks behind the baseline hold of all that stands there, in %; `;
  report += `${topicCount} topics with stripes.\n\n| | keywords by score | headings |\n|---|---|---|\n`;
  for (const { name, keywords, headings } of rows) {
    report += `| ${name} | ${keywords.map(percent).join(' / ')} | ${headings.map(percent).join(' / ')} |\n`;
  }
  return report;
}

/** The same function, which does its work once for each text. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}

async function measureAnswers(root: string, withPagefind: boolean): Promise<void> {
  const topics = await readCorpus(root);
  const vectors = bundledWordVectors();
  const embed = remembered((text) => embedText(vectors, text));
  const pagefind = withPagefind ? await pagefindPeer(topics) : undefined;
  const peers = [...miniSearchPeers(topics), ...(pagefind === undefined ? [] : [pagefind.searcher])];
  io.stdout.write(await answersReport(topics, [...peers, ...(await ownSearchers(topics, embed))]));
  pagefind?.close();
  io.stdout.write(stripesReport(topics, embed));
}

function percent(value: number | undefined): string {
  return value === undefined ? '–' : (100 * value).toFixed(1);
}
