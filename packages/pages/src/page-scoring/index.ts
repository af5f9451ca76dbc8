export { AnswerFacts } from './facts.js';
export { formatHtmlReport } from './format-html-report.js';
export {
  formatJunit,
  formatReport,
  formatScores,
  formatThreshold,
  formatValue,
  metricLabel,
  quoted,
} from './format-report.js';
export {
  answerF1,
  contextRecall,
  integrityScore,
  isExactMatch,
  latencyDelta,
  mean,
  normalizeAnswer,
  requiredTokens,
} from './metrics.js';
export { type Question, questionsAbout, questionsJsonSchema, readQuestions } from './questions.js';
export { Quoter } from './quoting.js';
export { type AnsweringModel, extractiveReader, modelReader, type Reader } from './readers.js';
export { checkEdges, type FoundPage, missingPassages, walkPages } from './reading-way.js';
export {
  consecutiveSuccesses,
  DEFAULT_THRESHOLDS,
  formatHistoryLine,
  isMiss,
  type MetricName,
  type ScoreReport,
} from './report.js';
export { PageSearch, type ScoreInput, scorePages } from './score-pages.js';
