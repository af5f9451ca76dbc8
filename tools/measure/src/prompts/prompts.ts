import { existingFolder } from '@topicmill/base/cli';
import { createEmbedder, createQuestionEncoder, type ModelEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { placeQuestions, questionWithAnswer } from '@topicmill/pipeline/steps';
import { analyzeText } from '@topicmill/search/retrieval';
import { cosineSimilarity } from '@topicmill/topics/similarity';
import { readTopics, type Topic } from '../read-topics.js';
import { percent, type Row, type Table, tableCommand } from '../table-command.js';

interface Options {
  readonly topics: readonly string[];
  readonly encoder?: true;
}

/** A chunk is right if it has at least this share of the words of the answer that the best chunk of the topic has. */
const RIGHT_SHARE = 0.9;
const THRESHOLDS = [0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7] as const;
/** The same, as shares of the similarity to the nearest chunk of the topic. */
const SHARES = [0.7, 0.8, 0.85, 0.9, 0.95, 1] as const;

/** Most chunks that a question belongs to. */
const PLACES = [1, 2, 3] as const;

/** Runs `prompts`; see `--help`. */
export const prompts = tableCommand<Options>(
  {
    name: 'npm run eval:prompts --',
    description:
      'Compares each question of qa-pairs.md with all chunks of its topic, and says for thresholds of similarity which share of the chunks above them has the answer, and which share of the chunks with the answer is above them. The best threshold is chosen on every second topic; the figures are those of the others.',
    examples: [
      ['npm run eval:prompts -- --topics docs', 'of our own docs'],
      ['TOPICMILL_ENCODER=<folder> npm run eval:prompts -- --topics docs --encoder', 'with questions by the encoder'],
    ],
  },
  (program) =>
    program
      .requiredOption(
        '--topics <folder...>',
        'folders of topics with questions',
        (folder: string, known: string[] = []) => [...known, existingFolder(folder)],
      )
      .option('--encoder', 'questions by the sentence encoder'),
  measurePrompts,
);

/** A question and a chunk of its topic. */
interface Pair {
  /** Place among the chunks of the topic as a build puts them, from 0: by words of question and answer, and by similarity to both. */
  readonly place: number;
  /** Similarity of the chunk to question and answer together. */
  readonly toBoth: number;
  readonly similarity: number;
  /** The same, divided by the similarity to the nearest chunk of the topic. */
  readonly share: number;
  readonly isRight: boolean;
}

/** The pairs of one question. */
type Asked = readonly Pair[];

async function* measurePrompts({ topics: folders, encoder }: Options): AsyncGenerator<Table> {
  const settings = { env: process.env };
  const texts = createEmbedder('builtin', settings);
  const questions = (encoder && createQuestionEncoder({ model: 'builtin', questions: 'encoder' }, settings)) ?? texts;
  const chosenOn: Asked[] = [];
  const reported: Asked[] = [];
  let number = 0;
  for (const folder of folders) {
    for (const topic of await readTopics(folder)) {
      if (topic.questions.length === 0 || topic.chunks.length < 2) continue;
      (number++ % 2 === 0 ? chosenOn : reported).push(...(await askedOf(topic, texts, questions)));
    }
  }
  yield thresholdTable('cosine', chosenOn, reported, THRESHOLDS, (pair, at) => pair.similarity >= at);
  for (const limit of PLACES) {
    const isAbove = ({ place, toBoth }: Pair, at: number): boolean => place === 0 || (place < limit && toBoth >= at);
    yield thresholdTable(`place in a build, up to ${limit}`, chosenOn, reported, THRESHOLDS, isAbove);
  }
  yield thresholdTable('share of the nearest', chosenOn, reported, SHARES, (pair, at) => pair.share >= at);
}

async function askedOf(topic: Topic, texts: ModelEmbedder, questions: ModelEmbedder): Promise<Asked[]> {
  const chunks = await texts.embed(topic.chunkTexts);
  const words = topic.chunkTexts.map((text) => new Set(analyzeText(text)));
  const asked = await questions.embed(topic.questions.map(({ question }) => question));
  const both = await questions.embed(
    topic.questions.map(({ question, answer }) => questionWithAnswer(question, answer)),
  );
  const placed = placeQuestions(
    topic.questions.map((question, at) => ({ ...question, vector: both[at]! })),
    topic.chunkTexts.map((text, at) => ({ text, vector: chunks[at]! })),
    { minSimilarity: -1, maxPerQuestion: chunks.length },
  );
  return topic.questions.map(({ answer }, at) => {
    const wanted = [...new Set(analyzeText(answer))];
    const held = words.map((some) => wanted.filter((word) => some.has(word)).length);
    const most = Math.max(...held);
    const similarities = chunks.map((chunk) => cosineSimilarity(asked[at]!, chunk));
    const nearest = Math.max(...similarities);
    return similarities.map((similarity, index) => ({
      place: placed[at]!.findIndex((each) => each.index === index),
      toBoth: cosineSimilarity(both[at]!, chunks[index]!),
      similarity,
      share: similarity / nearest,
      isRight: most > 0 && held[index]! >= RIGHT_SHARE * most,
    }));
  });
}

function thresholdTable(
  measure: string,
  chosenOn: readonly Asked[],
  reported: readonly Asked[],
  thresholds: readonly number[],
  isAbove: (pair: Pair, threshold: number) => boolean,
): Table {
  const best = thresholds.reduce((a, b) =>
    f1Of(chosenOn, (pair) => isAbove(pair, b)) > f1Of(chosenOn, (pair) => isAbove(pair, a)) ? b : a,
  );
  const rows = thresholds.map((threshold): Row => {
    const measured = measureOf(reported, (pair) => isAbove(pair, threshold));
    return {
      name: `${threshold}${threshold === best ? ', best on the other topics' : ''}`,
      values: [
        percent(measured.precision),
        percent(measured.recall),
        f1Of(reported, (pair) => isAbove(pair, threshold)).toFixed(3),
        percent(measured.answered),
        measured.chunksEach.toFixed(1),
      ],
    };
  });
  return {
    title: `Chunks of a question by ${measure}`,
    notes: [
      `${reported.length} questions; the threshold was chosen on ${chosenOn.length} of other topics.`,
      `A chunk has the answer if it has ${RIGHT_SHARE} of the answer's words that the best chunk has; places in a build depend on these words too.`,
    ],
    columns: ['precision', 'recall', 'F1', 'questions with a right chunk', 'chunks a question'],
    rows,
  };
}

interface Measured {
  readonly precision: number;
  readonly recall: number;
  /** Share of the questions of which at least one chunk above the threshold is right. */
  readonly answered: number;
  readonly chunksEach: number;
}

function measureOf(asked: readonly Asked[], isAbove: (pair: Pair) => boolean): Measured {
  const pairs = asked.flat();
  const above = pairs.filter(isAbove);
  const hits = above.filter(({ isRight }) => isRight).length;
  return {
    precision: above.length === 0 ? 0 : hits / above.length,
    recall: hits / pairs.filter(({ isRight }) => isRight).length,
    answered: asked.filter((own) => own.some((pair) => pair.isRight && isAbove(pair))).length / asked.length,
    chunksEach: above.length / asked.length,
  };
}

function f1Of(asked: readonly Asked[], isAbove: (pair: Pair) => boolean): number {
  const { precision, recall } = measureOf(asked, isAbove);
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
