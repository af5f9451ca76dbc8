import type { Random } from '../random.js';
import { ATTRIBUTES } from './attributes.js';
import { type Fact, shuffled } from './facts.js';

/** A question whose passages are far from each other. */
export interface PageQuestion {
  readonly question: string;
  readonly answer: string;
  readonly required: readonly string[];
}

export const QUESTION_COUNT = 25;

/** Chapters between two facts of a question, so that they are on different pages. */
const MIN_DISTANCE = 2;
const HANDING_OVER = ATTRIBUTES.length - 1;
/** Their definitions are at the end of the document, near the last chapters. */
const FOOTNOTES = ATTRIBUTES.findIndex(({ form }) => form === 'footnote');
/** Of this many questions one follows a reference, and one asks for three facts. */
const KINDS = 5;

/**
 * Questions about a document, each of which needs passages of two or three chapters: of one component, or of the
 * component that another one hands over to, which the question does not name.
 *
 * @param facts by chapter and component
 */
export function pageQuestions(facts: readonly (readonly Fact[])[], random: Random): PageQuestion[] {
  const components = facts[0]!.map(({ component }) => component);
  const pairs = shuffled(chapterPairs(), random);
  const order = shuffled(
    components.map((_, index) => index),
    random,
  );
  const questions = new Map<string, PageQuestion>();
  for (let number = 0; questions.size < QUESTION_COUNT; number++) {
    const component = order[number % order.length]!;
    const [first, second] = pairs[(Math.floor(number / order.length) + number) % pairs.length]!;
    const of = (chapter: number): Fact => facts[chapter]![component]!;
    const third = number % KINDS === 1 ? [of(thirdChapter(first, second, random))] : [];
    const next =
      number % KINDS === 0
        ? chainQuestion(of(HANDING_OVER), facts, first)
        : directQuestion([of(first), of(second), ...third]);
    questions.set(next.question, next);
  }
  return [...questions.values()];
}

function chapterPairs(): [number, number][] {
  const pairs: [number, number][] = [];
  for (let first = 0; first < HANDING_OVER; first++) {
    for (let second = first + MIN_DISTANCE; second < HANDING_OVER; second++) {
      if (first !== FOOTNOTES) pairs.push([first, second]);
    }
  }
  return pairs;
}

function thirdChapter(first: number, second: number, random: Random): number {
  const free = ATTRIBUTES.map((_, chapter) => chapter).filter(
    (chapter) => chapter < HANDING_OVER && chapter !== first && chapter !== second,
  );
  return random.pick(free);
}

function directQuestion(asked: readonly Fact[]): PageQuestion {
  const facts = [...asked].sort((a, b) => a.chapter - b.chapter);
  const parts = facts.map(({ attribute }) => attribute.asks);
  return {
    question: `${facts[0]!.component}: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}?`,
    ...answerOf(facts),
  };
}

/** What is true of the component that another one hands over to. */
function chainQuestion(handover: Fact, facts: readonly (readonly Fact[])[], chapter: number): PageQuestion {
  const next = facts[chapter]!.find(({ component }) => handover.passage.includes(` to ${component}.`))!;
  const { asks } = next.attribute;
  return {
    question: `To which component is handed over what ${handover.component} cannot finish by itself, and of that one: ${asks}?`,
    ...answerOf([next, handover]),
  };
}

function answerOf(facts: readonly Fact[]): { answer: string; required: string[] } {
  return {
    answer: facts.map(({ statement }) => statement).join(' '),
    required: facts.map(({ passage }) => passage),
  };
}
