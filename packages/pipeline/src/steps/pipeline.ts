import type { Folder, Step, Target } from '../runner/index.js';
import { authorityStep } from './authority.js';
import { chunkStep, pageChunkStep } from './chunk.js';
import { keywordsStep } from './keywords.js';
import { pageSourceStep } from './page-source.js';
import { pageRelatedStep, relatedStep } from './related.js';
import { pageTermsStep, termsStep } from './terms.js';
import { indexStep, pageIndexStep } from './topic-index.js';
import { pageTopicSpecStep, topicSpecStep } from './topic-spec.js';

/**
 * The pipeline: every step, in the order in which they run. Each says what it reads, what it writes and in which
 * folders it runs; nothing else in the project says so a second time.
 */
export const STEPS: readonly Step[] = [
  chunkStep, //     golden-reference.md → _chunks/
  termsStep, //     golden-reference.md → _keywords/terms.md
  authorityStep, // every golden-reference.md → the docs root's _keywords/authority.md
  keywordsStep, //  terms, authority → _keywords/words.md
  topicSpecStep, // chunks, words, questions, what people wrote → topic-spec.md
  indexStep, //     topic-spec.md, the indexes below → index.json
  relatedStep, //   every topic's first chunk → the docs root's related.json
];

/** The same for pages of a site, whose results are apart from them. */
const PAGE_STEPS: readonly Step[] = [
  pageSourceStep, //    the page → a copy
  pageChunkStep, //     the page → _chunks/
  pageTermsStep, //     the page → _keywords/terms.md
  authorityStep, //     every page → _keywords/authority.md
  keywordsStep, //      terms, authority → _keywords/words.md
  pageTopicSpecStep, // chunks, words, questions → topic-spec.md
  pageIndexStep, //     topic-spec.md, the indexes below → index.json
  pageRelatedStep, //   every page's first chunk → related.json
];

/** The steps of a folder in order, for each kind of source, without the one that all topics read. */
export const STEP_TABLES: readonly (readonly Step[])[] = [STEPS, PAGE_STEPS].map((steps) =>
  steps.filter((step) => step !== authorityStep),
);
const [FOLDER_TABLE, PAGE_TABLE] = STEP_TABLES as [readonly Step[], readonly Step[]];

/** Makes what all topics read, before any of them. */
export const AUTHORITY: Target = {
  name: 'authority',
  steps: [authorityStep],
  foldersIn: ({ tree }) => [tree.get('')!],
  stepsOf: () => [authorityStep],
};

/** Every other step of the pipeline, in each folder. */
export const INDEX: Target = {
  name: 'index',
  steps: STEP_TABLES.flat(),
  foldersIn: ({ tree }) => [...tree.values()],
  stepsOf: (folder) => stepsOfKind(folder).filter((step) => runsIn(step, folder)),
  stepsOfKind,
};

function stepsOfKind({ sources }: Folder): readonly Step[] {
  return sources === undefined ? FOLDER_TABLE : PAGE_TABLE;
}

function runsIn({ scope }: Step, folder: Folder): boolean {
  if (scope === 'topic') return folder.isTopic;
  return scope === 'folder' || folder.id === '';
}
