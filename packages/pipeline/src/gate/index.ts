export {
  type Answer,
  type AnswerChunk,
  type Asked,
  askAll,
  indexFiles,
  indexTopics,
  type OnProgress,
  questionsOf,
} from './ask.js';
export { type Baseline, formatBaseline, readBaseline } from './baseline.js';
export { type CommitSnapshot, commitSnapshot } from './commit-snapshot.js';
export {
  type Comparison,
  compareAnswers,
  type KindComparison,
  type MovedAnswer,
  type Regression,
  type Tolerance,
} from './compare-answers.js';
export { type AnswerChange, diffAnswers } from './diff-answers.js';
export {
  type ChunkChange,
  type ComparedChunk,
  type ComparedTopic,
  diffChunks,
  type TopicChange,
} from './diff-chunks.js';
export type { DocsSnapshot } from './docs-snapshot.js';
export { type CutTopics, cutTopics, type GateTopic } from './gate-topic.js';
export { type KindQuestion, QUESTION_KINDS, type QuestionKind, readQuestionsFile } from './questions-file.js';
export { type Scores, scoreAnswers, scoreKinds, scoreTopics, worstTopics } from './score-answers.js';
export { worktreeSnapshot } from './worktree-snapshot.js';
