export { type AddedQuestions, addAnswers } from './add-answers.js';
export { readAnswers } from './answers-file.js';
export { type FilterReport, filterQuestions, type JudgedQuestion } from './filter-questions.js';
export type { Refusal } from './judge-answer.js';
export { planWriting, type WritingPlan } from './plan-writing.js';
export { type QuestionedTopics, readQuestionedTopics, readTopicsOfChunks } from './questioned-topic.js';
export { type QuestionStatus, questionStatus } from './status.js';
export { type OpenChunk, openChunks, todoOf } from './todo.js';
export { type WritingReport, writeQuestions } from './write-questions.js';
