export { editModelQuestions, type SectionEdit } from './edit-model-questions.js';
export { type AskedChunk, type MatchedSection, matchSections } from './match-sections.js';
export {
  MODEL_QUESTIONS_FORMAT,
  type ModelQuestions,
  type QuestionSection,
  readModelQuestions,
  type SectionQuestion,
} from './read-model-questions.js';
export {
  type ChunkQuestions,
  type WrittenQuestions,
  writtenQuestionsSchema,
  writtenQuestionsShape,
} from './written-questions.js';
