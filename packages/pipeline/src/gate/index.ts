export {
  type Answer,
  type AnswerChunk,
  type Asked,
  askAll,
  indexFiles,
  indexTopics,
  questionsOf,
} from './ask.js';
export { brokenLinks } from './broken-links.js';
export {
  type AnswerChange,
  type Baseline,
  type Comparison,
  compareAnswers,
  diffAnswers,
  formatBaseline,
  readBaseline,
  type Scores,
  scoreAnswers,
  scoreKinds,
  scoreTopics,
  worstTopics,
} from './compare-answers.js';
export { commitSnapshot, type DocsSnapshot, withoutHtml, worktreeSnapshot } from './docs-snapshot.js';
export {
  type ChunkChange,
  type ComparedChunk,
  type CutTopics,
  cutTopics,
  diffChunks,
  type GateTopic,
  type TopicChange,
} from './gate-topic.js';
export { type LoggedQuery, type QueryLog, questionsOfLog, readQueryLog } from './query-log.js';
export { type KindQuestion, QUESTION_KINDS, type QuestionKind, readQuestionsFile } from './questions-file.js';
