import {
  MODEL_QUESTIONS_FILE,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import type { OwnedFiles } from '../runner/index.js';
import { KEYWORD_SHARES_FILE } from '../workspace/index.js';

/** Markdown that belongs to topics and categories is not a document of its own. */
const OTHER_PURPOSE = new Set([
  REFERENCE_FILE,
  QA_PAIRS_FILE,
  MODEL_QUESTIONS_FILE,
  TOPIC_SPEC_FILE,
  KEYWORD_SHARES_FILE,
]);

/** Whether a file of a folder without a reference is a document. */
export function isMarkdownSource(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.') && !OTHER_PURPOSE.has(name);
}

/** The documents of a folder without a reference. */
export const MARKDOWN_SOURCES: OwnedFiles = { directory: '', glob: '*.md', owns: isMarkdownSource };
