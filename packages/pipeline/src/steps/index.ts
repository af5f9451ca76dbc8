export { AUTHORITY_PATH, authorityStep } from './authority.js';
export { type FinishedBuild, formatBuildReport } from './build-report.js';
export { chunkStep, publishedPage } from './chunk.js';
export { chunksRequest, overviewRequest, QUESTIONS_STRATEGY, questionsRequest } from './embedding-requests.js';
export { keywordsStep, WORDS_PATH } from './keywords.js';
export { answersOf, differentPairs, QA_PAIRS_FILE } from './match-questions.js';
export { type PinReport, pinKeywords } from './pin-keywords.js';
export { AUTHORITY, INDEX, STEPS } from './pipeline.js';
export { placeQuestions, questionText } from './place-questions.js';
export { type AuthorityPlan, forgetPlan, holds, planAuthority, plannedHashes } from './plan-authority.js';
export { RELATED_FILE, relatedStep } from './related.js';
export { indexTargets, STEP_TARGETS, type StepTarget } from './step-targets.js';
export { TERMS_PATH, termsStep } from './terms.js';
export {
  CHUNKS_DIRECTORY,
  chunkFilesOf,
  type DocumentOutputs,
  PAGE_OUTPUTS,
  REFERENCE_OUTPUTS,
  type TopicDocument,
  topicDocument,
} from './topic-document.js';
export { INDEX_FILE, indexStep, pageIndexStep } from './topic-index.js';
export { TOPIC_SPEC, TOPIC_SPEC_FILE, topicSpecStep } from './topic-spec.js';
