export { answerF1, isExactMatch, normalizeAnswer } from './answer-f1.js';
export { extractiveReader } from './extractive-reader.js';
export { formatHtmlReport } from './format-html-report.js';
export { formatJunit } from './format-junit.js';
export { formatReport, formatThreshold, formatValue, metricLabel, quoted } from './format-report.js';
export { formatScores } from './format-scores.js';
export { consecutiveSuccesses, formatHistoryLine } from './history.js';
export { contextRecall, integrityScore, latencyDelta, mean, requiredTokens } from './metrics.js';
export { type AnsweringModel, modelReader } from './model-reader.js';
export { PageSearch } from './page-search.js';
export { type Question, questionsJsonSchema, questionsOf, readQuestions } from './questions.js';
export type { Reader } from './reader.js';
export { type FoundPage, walkPages } from './reading-way.js';
export {
  DEFAULT_THRESHOLDS,
  isMiss,
  METRICS,
  type MetricName,
  type ScoreReport,
} from './report.js';
export { type ScoreInput, scorePages } from './score-pages.js';
