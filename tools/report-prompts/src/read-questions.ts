import { type AnsweredQuestion, readCorpus, type Topic } from '@topicmill/eval-answers';
import { analyzeText } from '@topicmill/search/retrieval';

/** Turns a text into a vector. */
export type Embed = (text: string) => Float32Array;

/** A topic with questions; ids of topics of several folders do not meet. */
export interface AskedTopic extends Topic {
  /** Whether settings are chosen on it; the others tell what they are worth. */
  readonly isChosenOn: boolean;
  readonly vectors: readonly Float32Array[];
  readonly asked: readonly Asked[];
}

/** A question that a topic answers. */
export interface Asked {
  readonly text: string;
  /** Questions with the same answer are of one group. */
  readonly group: string;
  /** Whether it is the first wording of its group: that one leaves its hash, the others ask. */
  readonly isFirst: boolean;
  readonly isChosenOn: boolean;
  readonly topic: string;
  readonly answerWords: ReadonlySet<string>;
  /** Indexes of the chunks that hold nearly as many of the answer's words as any. */
  readonly rightChunks: ReadonlySet<number>;
}

/** A chunk is right when it holds this share of what the best chunk holds of an answer's words. */
const NEARLY_BEST = 0.9;

/** Reads some folders of topics; those without questions are there to be found by mistake. */
export async function readAskedTopics(roots: readonly string[], embed: Embed): Promise<AskedTopic[]> {
  const topics: AskedTopic[] = [];
  let place = 0;
  for (const [at, root] of roots.entries()) {
    for (const topic of await readCorpus(root)) {
      const isChosenOn = topic.questions.length > 0 && place++ % 2 === 0;
      const id = `${at}/${topic.id}`;
      const asked = askedOf({ ...topic, id }, isChosenOn);
      topics.push({ ...topic, id, isChosenOn, vectors: topic.chunkTexts.map(embed), asked });
    }
  }
  return topics;
}

function askedOf(topic: Topic, isChosenOn: boolean): Asked[] {
  const wordsByChunk = topic.chunkTexts.map((text) => new Set(analyzeText(text)));
  const groups = new Set<string>();
  const texts = new Set<string>();
  return topic.questions
    .filter(({ question }) => texts.size < texts.add(question).size)
    .map((question) => {
      const group = groupOf(topic.id, question);
      const isFirst = groups.size < groups.add(group).size;
      const answerWords = new Set(analyzeText(question.answer));
      const rightChunks = rightChunksFor(answerWords, wordsByChunk);
      return { text: question.question, group, isFirst, isChosenOn, topic: topic.id, answerWords, rightChunks };
    });
}

function groupOf(topic: string, { question, answer }: AnsweredQuestion): string {
  return `${topic}\n${answer === '' ? question : answer}`;
}

function rightChunksFor(words: ReadonlySet<string>, byChunk: readonly ReadonlySet<string>[]): Set<number> {
  const counts = byChunk.map((held) => [...words].filter((word) => held.has(word)).length);
  const best = Math.max(0, ...counts);
  return new Set([...counts.keys()].filter((at) => best > 0 && counts[at]! >= NEARLY_BEST * best));
}
