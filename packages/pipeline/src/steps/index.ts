export {
  AUTHORITY_PATH,
  type AuthorityPlan,
  type PinReport,
  pinKeywords,
  planAuthority,
} from './authority.js';
export { formatBuildReport, withRepeatsSummarized } from './build-report.js';
export { publishedPage } from './chunk.js';
export {
  chunksRequest,
  modelQuestionsRequest,
  overviewRequest,
  questionsRequest,
  refusedText,
} from './embedding-requests.js';
export { keywordsStep, WORDS_PATH } from './keywords.js';
export {
  answersByQuestion,
  differentPairs,
  type ModelQuestion,
  type QuestionedDocument,
  questionsOfModels,
} from './match-questions.js';
export { AUTHORITY, INDEX, indexTargets, STEP_TARGETS, STEPS } from './pipeline.js';
export {
  type PlacedSections,
  placeQuestions,
  placeSections,
  questionWithAnswer,
  textFingerprint,
} from './place-questions.js';
export { TERMS_PATH, termsStep } from './terms.js';
export {
  CHUNKS_DIRECTORY,
  chunkFilesOf,
  type DocumentOutputs,
  documentNames,
  PAGE_OUTPUTS,
  REFERENCE_OUTPUTS,
  type TopicDocument,
  topicDocument,
} from './topic-document.js';
export { type DocsNames, indexStep, namesOf } from './topic-index.js';
export { TOPIC_SPEC, topicSpecStep } from './topic-spec.js';
