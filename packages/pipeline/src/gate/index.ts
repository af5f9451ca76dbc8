export {
  type Answer,
  type AnswerChunk,
  type Asked,
  askAll,
  indexFiles,
  indexTopics,
  questionsOf,
} from './ask.js';
export { type Baseline, formatBaseline, readBaseline } from './baseline.js';
export { commitSnapshot } from './commit-snapshot.js';
export { type Comparison, compareAnswers } from './compare-answers.js';
export { type AnswerChange, diffAnswers } from './diff-answers.js';
export { type ChunkChange, type ComparedChunk, diffChunks, type TopicChange } from './diff-chunks.js';
export type { DocsSnapshot } from './docs-snapshot.js';
export { type CutTopics, cutTopics, type GateTopic } from './gate-topic.js';
export { type KindQuestion, QUESTION_KINDS, type QuestionKind, readQuestionsFile } from './questions-file.js';
export { type Scores, scoreAnswers, scoreKinds, scoreTopics, worstTopics } from './score-answers.js';
export { worktreeSnapshot } from './worktree-snapshot.js';
