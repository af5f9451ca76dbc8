import type { Folder, Step } from '../runner/index.js';
import { authorityStep } from './authority.js';
import { chunkStep } from './chunk.js';
import { keywordsStep } from './keywords.js';
import { relatedStep } from './related.js';
import { termsStep } from './terms.js';
import { indexStep } from './topic-index.js';
import { topicSpecStep } from './topic-spec.js';

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

/** The steps of one folder, in order. The authority of the docs root is not among them: it is made before those of any topic. */
export function stepsOf(folder: Folder): readonly Step[] {
  return STEPS.filter((step) => step !== authorityStep && runsIn(step, folder));
}

function runsIn(step: Step, folder: Folder): boolean {
  if (step.scope === 'topic') return folder.isTopic;
  return step.scope === 'folder' || folder.id === '';
}
