export { editModelQuestions, type SectionEdit } from './edit-model-questions.js';
export {
  type AskedChunk,
  type ChunkQuestions,
  type MatchedSections,
  matchSections,
  type QuestionFingerprint,
  type QuestionSection,
  readModelQuestions,
  type SectionQuestion,
  type WrittenQuestions,
  writtenQuestionsSchema,
  writtenQuestionsShape,
} from './read-model-questions.js';
