export { editModelQuestions, type SectionEdit } from './edit-model-questions.js';
export {
  type AskedChunk,
  type MatchedSections,
  matchSections,
  type NamedText,
} from './match-sections.js';
export { type QuestionSection, readModelQuestions, type SectionQuestion } from './read-model-questions.js';
export type { QuestionFingerprint } from './section-comment.js';
export {
  type ChunkQuestions,
  type WrittenQuestions,
  writtenQuestionsSchema,
  writtenQuestionsShape,
} from './written-questions.js';
