export { type AddedQuestions, addAnswers, readAnswers } from './add-answers.js';
export { type FilterReport, filterQuestions, type JudgedQuestion } from './filter-questions.js';
export type { Refusal } from './judge-answer.js';
export { type QuestionedTopics, readQuestionedTopics, readTopicsOfChunks } from './questioned-topic.js';
export { type OpenChunk, openChunks, type QuestionStatus, questionStatus, todoOf } from './todo.js';
export { planWriting, type WritingPlan, type WritingReport, writeQuestions } from './write-questions.js';
