export { answerF1, isExactMatch, normalizeAnswer, sharedCount } from './answer-f1.js';
export { extractiveReader } from './extractive-reader.js';
export { formatHtmlReport } from './format-html-report.js';
export { formatJunit } from './format-junit.js';
export { formatReport, formatThreshold, formatValue, metricLabel, quoted } from './format-report.js';
export { formatScores } from './format-scores.js';
export { consecutiveSuccesses, formatHistoryLine } from './history.js';
export {
  contextRecall,
  integrityScore,
  latencyDelta,
  mean,
  type RequiredTokens,
  requiredTokens,
} from './metrics.js';
export { type AnsweringModel, modelReader } from './model-reader.js';
export { PageSearch } from './page-search.js';
export { type Question, questionsJsonSchema, questionsOf, readQuestions } from './questions.js';
export type { Reader, Reading } from './reader.js';
export { type FoundPage, type MissedEdge, type ReadingWay, walkPages } from './reading-way.js';
export {
  DEFAULT_THRESHOLDS,
  isMiss,
  METRICS,
  type MetricName,
  type MetricResult,
  type QuestionScore,
  type ReadingMeans,
  type ScoredAnswer,
  type ScoreReport,
} from './report.js';
export { type ScoreInput, scorePages } from './score-pages.js';
export { type RunDescription, summarize } from './summarize.js';
