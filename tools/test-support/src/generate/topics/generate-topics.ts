import { TopicmillError } from '@topicmill/base/diagnostics';
import { partSeed, Random } from '../random.js';
import { goldenReference, paragraph } from './golden-reference.js';
import { asciiOf, categoryTerms, TopicWords } from './topic-words.js';
import { QUESTIONS } from './word-lists.js';

/** One topic in so many has no questions. */
const TOPICS_PER_UNASKED = 10;
const QUESTION_COUNT = 8;

/** How large a docs repository is made, and from which seed. */
export interface GenerateTopicsOptions {
  readonly topicCount: number;
  /** Topics are dealt out to the categories in turn. */
  readonly categoryCount: number;
  /** A whole number. The same options give the same files, byte for byte. */
  readonly seed: number;
  /** `pages`: each topic is a page of a site without generator, and has no questions; folders without it. */
  readonly sources?: 'folders' | 'pages';
}

/** A file of the repository. */
export interface GeneratedFile {
  /** Below the repository's root, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/**
 * Makes the files of a docs repository one by one: `topicmill.yaml`, then for each topic
 * `docs/<category>/<topic>/golden-reference.md` and, for nine in ten, `qa-pairs.md`; or `docs/<category>/<topic>.md`. A topic is the same in a
 * repository of any number of topics, as long as seed and number of categories are.
 *
 * @throws TopicmillError `INVALID_OPTION` for counts below 1
 */
export function* generateTopics(options: GenerateTopicsOptions): Generator<GeneratedFile> {
  const { topicCount, categoryCount, seed, sources = 'folders' } = options;
  refuseImpossibleCounts(options);
  const categories = Array.from({ length: categoryCount }, (_, index) => categoryTerms(seed, index));
  const settings = sources === 'pages' ? 'sources: pages\nsite: { generator: none }\n' : '';
  yield { path: 'topicmill.yaml', text: `docsRoot: docs\n${settings}` };
  for (let index = 0; index < topicCount; index++) {
    const categoryIndex = index % categoryCount;
    const terms = categories[categoryIndex]!;
    const words = new TopicWords(new Random(partSeed(seed, 'topic', index)), terms);
    const [name] = words.ownTerms;
    const folder = `docs/${asciiOf(terms[0]!)}-${categoryIndex}/${asciiOf(name!)}-${index}`;
    const title = `${name!.slice(0, 1).toUpperCase()}${name!.slice(1)}`;
    const text = goldenReference(title, words);
    if (sources === 'pages') {
      yield { path: `${folder}.md`, text };
      continue;
    }
    yield { path: `${folder}/golden-reference.md`, text };
    if (index % TOPICS_PER_UNASKED !== TOPICS_PER_UNASKED - 1) {
      yield { path: `${folder}/qa-pairs.md`, text: qaPairsText(title, words) };
    }
  }
}

/** A topic's `qa-pairs.md`: questions, each with an answer of a few sentences. */
function qaPairsText(title: string, words: TopicWords): string {
  const pairs = Array.from(
    { length: QUESTION_COUNT },
    () => `## Q: ${words.sentence(QUESTIONS)}\n\nA: ${paragraph(words)}\n`,
  );
  return [`# Questions about ${title}\n`, ...pairs].join('\n');
}

function refuseImpossibleCounts({ topicCount, categoryCount }: GenerateTopicsOptions): void {
  if (topicCount >= 1 && categoryCount >= 1) return;
  throw new TopicmillError('INVALID_OPTION', `${topicCount} topics in ${categoryCount} categories cannot be made.`, {
    remedy: 'Give whole numbers from 1 on.',
  });
}
