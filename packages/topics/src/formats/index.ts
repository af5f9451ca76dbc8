export { buildTopicIndex, type TopicIndexInput } from './build-topic-index.js';
export { chunkFactFields } from './chunk-fact-fields.js';
export {
  type ChunkFacts,
  type ChunkFactsJson,
  chunkFactsJson,
  haveSameFacts,
  pickChunkFacts,
  readChunkFacts,
} from './chunk-facts.js';
export {
  CHUNKS_MANIFEST_FORMAT,
  type ChunksManifest,
  formatChunksManifest,
  type ManifestChunk,
  manifestChunkFacts,
  PAGE_MANIFEST_FORMAT,
  readChunksManifest,
} from './chunks-manifest.js';
export { conflictMarkers } from './conflict-markers.js';
export { describePage, describeReference, type ReferenceDescription } from './describe-reference.js';
export { frontMatterText } from './front-matter-text.js';
export {
  formatIndexJson,
  readIndexEntries,
  readIndexJson,
  readIndexSummary,
  readStripeOrders,
  type StripeOrders,
} from './index-json.js';
export type { ChunkItem, ChunkSetIndex, EmbeddedTopic, TopicIndex } from './index-schema.js';
export { topicJsonSchemas } from './json-schemas.js';
export {
  type AuthorityRow,
  formatAuthorityFile,
  formatPageWordsFile,
  formatTermsFile,
  formatWordsFile,
  readAuthorityFile,
  readTermsFile,
  readWordsFile,
  type TermRow,
  type WordRow,
} from './keyword-files.js';
export {
  type AskedChunk,
  type ChunkQuestions,
  editModelQuestions,
  type MatchedSections,
  matchSections,
  type QuestionFingerprint,
  type QuestionSection,
  readModelQuestions,
  type SectionEdit,
  type SectionQuestion,
  type WrittenQuestions,
  writtenQuestionsSchema,
  writtenQuestionsShape,
} from './model-questions/index.js';
export { blankEnds, joinChunks, ownText, withoutOtherTexts } from './page-text.js';
export { plainText } from './plain-text.js';
export { type QaPair, readQaPairs } from './qa-pairs.js';
export {
  hasOwnSections,
  idOfOwnIndex,
  isOwnIndex,
  isOwnKeywordFile,
  isOwnManifest,
  isOwnRelated,
  manifestNames,
  namesSource,
} from './recognize-outputs.js';
export { buildRelatedTopics, formatRelatedJson, readRelatedJson } from './related-json.js';
export { readTable } from './table.js';
export { titleOfId, topicHref } from './topic-href.js';
export { mergeGeneratedSections, takeInLateEdit } from './topic-spec/merge-edits.js';
export { readMetadata } from './topic-spec/metadata.js';
export {
  editedPageRows,
  isMadeOfNote,
  isPageSpec,
  type PageSpecEdit,
  pageSpecEdit,
  takeInPageSpecEdit,
  updatePageSpec,
} from './topic-spec/page-spec.js';
export type { TopicDescription } from './topic-spec/skeleton.js';
export type { ChunkEntry, ChunkSet, Keyword, MatchedPrompt, ToolSections } from './topic-spec/tool-sections.js';
export {
  authoredDigestInput,
  authoredPart,
  readTopicSpec,
  type TopicSpec,
  updateTopicSpec,
} from './topic-spec/topic-spec.js';
