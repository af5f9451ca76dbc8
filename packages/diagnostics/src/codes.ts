/**
 * Every code that Topicmill reports, with the sentence that the documentation and `--help` show for it.
 * Codes are permanent: a code is never renamed and never given another meaning.
 */
export const DIAGNOSTIC_CODES = {
  AUTHORED_PART_CHANGED: 'topic-spec.md was edited while its topic was being built.',
  CHUNK_COUNT_MISMATCH: 'The chunk files on disk and their manifest disagree.',
  CHUNK_MANIFEST_INVALID: 'A chunks manifest is missing or cannot be read.',
  CONFIG_INVALID: 'topicmill.yaml has a key or a value that is not known.',
  CONFIG_UNREADABLE: 'topicmill.yaml cannot be read or is not YAML.',
  DOCS_ROOT_MISSING: 'The folder named as docs root does not exist.',
  EMPTY_DOCUMENT: 'A document has no text after its front matter.',
  FILE_UNREADABLE: 'A file or folder cannot be read.',
  FILE_UNWRITABLE: 'A file or folder cannot be written.',
  FRONT_MATTER_INVALID: 'The front matter of a document is not YAML.',
  HEADING_LEVEL_JUMP: 'A heading is more than one level deeper than the heading before it.',
  INTERNAL: 'A defect of Topicmill itself.',
  INVALID_OPTION: 'A command was called with an option or argument that it does not take.',
  NOT_TEXT: 'A document holds NUL bytes and is taken for a binary file.',
  NOT_UTF8: 'A document is not valid UTF-8.',
  TAIL_DROPPED: 'The text after the last chunk was left out, as `--tail drop` asks.',
  TOPIC_ID_CONFLICT: 'Two topics have the same id.',
  TOPIC_SPEC_INVALID: 'A table of topic-spec.md cannot be read.',
  UNCLOSED_FENCE: 'A fenced code block is never closed.',
} as const;

/** A permanent, upper-case name of one kind of trouble. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;
