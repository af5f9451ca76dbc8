export { AUTHORITY_PATH } from './authority.js';
export { formatBuildReport, withOneForAll } from './build-report.js';
export { publishedPage } from './chunk.js';
export { CHUNKS_DIRECTORY, documentNames } from './document-names.js';
export {
  chunksRequest,
  modelQuestionsRequest,
  overviewRequest,
  QUESTIONS_STRATEGY,
  questionsRequest,
} from './embedding-requests.js';
export { keywordsStep, WORDS_PATH } from './keywords.js';
export { answersOf, differentPairs } from './match-questions.js';
export { type ModelQuestion, type QuestionedDocument, questionsOfModels } from './model-questions.js';
export { OwnText } from './own-text.js';
export { type PinReport, pinKeywords } from './pin-keywords.js';
export { AUTHORITY, INDEX, STEPS } from './pipeline.js';
export { placeQuestions, questionWithAnswer } from './place-questions.js';
export { type PlacedSections, placeSections } from './place-sections.js';
export { type AuthorityPlan, planAuthority } from './plan-authority.js';
export { indexTargets, STEP_TARGETS } from './step-targets.js';
export { TERMS_PATH, termsStep } from './terms.js';
export {
  chunkFilesOf,
  type DocumentOutputs,
  PAGE_OUTPUTS,
  REFERENCE_OUTPUTS,
  type TopicDocument,
  topicDocument,
} from './topic-document.js';
export { type DocsNames, indexStep, namesOf } from './topic-index.js';
export { TOPIC_SPEC, topicSpecStep } from './topic-spec.js';
