/**
 * Every code that Topicmill reports, with the sentence that the documentation and `--help` show for it.
 * Codes are permanent: a code is never renamed and never given another meaning.
 */
export const DIAGNOSTIC_CODES = {
  AUTHORED_PART_CHANGED: 'topic-spec.md was edited while its topic was being built.',
  AUTHORITY_FILE_INVALID: 'The table of an authority.md cannot be read.',
  CACHE_ENTRY_INVALID:
    'An entry of the embedding cache is damaged or belongs to something else; its vectors are made again.',
  CACHE_UNWRITABLE: 'The embedding cache cannot be written, so the same vectors will be made again next time.',
  CHUNK_COUNT_MISMATCH: 'The chunk files on disk and their manifest disagree.',
  CHUNK_MANIFEST_INVALID: 'A chunks manifest is missing or cannot be read.',
  CONFIG_INVALID: 'topicmill.yaml has a key or a value that is not known.',
  CONFIG_MISSING: 'There is no topicmill.yaml here or in any folder above.',
  CONFIG_UNREADABLE: 'topicmill.yaml cannot be read or is not YAML.',
  DOCS_ROOT_MISSING: 'The folder named as docs root does not exist.',
  EMBEDDER_ABORTED: 'Embedding was stopped before it was done.',
  EMBEDDER_BAD_RESPONSE: 'An embedding server sent an answer that cannot be understood.',
  EMBEDDER_BAD_VECTOR: 'An embedding has the wrong length, is zero, or holds something that is not a finite number.',
  EMBEDDER_EMPTY_TEXT: 'A text to embed is empty.',
  EMBEDDER_KEY_MISSING: 'An embedding provider needs a key, and the environment has none.',
  EMBEDDER_KEY_REJECTED: 'An embedding provider does not accept the key.',
  EMBEDDER_MODEL_MISSING: 'An embedding server does not have the model.',
  EMBEDDER_QUOTA: 'The quota of the account at an embedding provider is used up.',
  EMBEDDER_RATE_LIMITED:
    'An embedding server still asked to slow down after all retries, or asked for too long a pause.',
  EMBEDDER_REQUEST_REJECTED: 'An embedding server refuses a request, and a shorter text does not help.',
  EMBEDDER_SERVER_ERROR: 'An embedding server still failed after all retries.',
  EMBEDDER_TIMEOUT: 'An embedding server still did not answer in time after all retries.',
  EMBEDDER_UNKNOWN: 'The configured embedder is not one that Topicmill knows.',
  EMBEDDER_UNREACHABLE: 'An embedding server cannot be reached, or cuts the connection.',
  EMPTY_DOCUMENT: 'A document has no text after its front matter.',
  FILE_UNREADABLE: 'A file or folder cannot be read.',
  FILE_UNWRITABLE: 'A file or folder cannot be written.',
  FRONT_MATTER_INVALID: 'The front matter of a document is not YAML.',
  HEADING_LEVEL_JUMP: 'A heading is more than one level deeper than the heading before it.',
  INDEX_INVALID: 'An index.json or related.json cannot be read.',
  INTERNAL: 'A defect of Topicmill itself.',
  INVALID_OPTION: 'A command was called with an option or argument that it does not take.',
  NOT_TEXT: 'A document holds NUL bytes and is taken for a binary file.',
  NOT_UTF8: 'A document is not valid UTF-8.',
  QUESTION_UNANSWERED: 'A question of qa-pairs.md has no answer.',
  TAIL_DROPPED: 'The text after the last chunk was left out, as `--tail drop` asks.',
  TERMS_FILE_INVALID: 'The table of a terms.md cannot be read.',
  TOPIC_ID_CONFLICT: 'Two topics have the same id.',
  TOPIC_SPEC_INVALID: 'A table of topic-spec.md cannot be read.',
  UNCLOSED_FENCE: 'A fenced code block is never closed.',
  WORDS_FILE_INVALID: 'The table of a words.md cannot be read.',
  WORD_VECTORS_CORRUPT: 'A table of word vectors is cut short, altered or of another format.',
} as const;

/** A permanent, upper-case name of one kind of trouble. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
