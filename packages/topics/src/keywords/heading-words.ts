import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { wordIdOf } from './token-stream.js';
import { tokenize } from './tokenize.js';
import { Vocabulary } from './vocabulary.js';

/**
 * The words of all headings of a markdown document, as terms write them.
 *
 * @param text as read; its front matter is left out
 */
export function headingWordsOf(text: string): ReadonlySet<string> {
  const { starts, headings } = scanLines(text, splitFrontMatter(text).bodyOffset);
  const lines = headings.map(({ line, lineCount }) => text.slice(starts[line]!, starts[line + lineCount]!));
  const vocabulary = new Vocabulary(new Set());
  const { parts } = tokenize(lines.join('\n\n'), vocabulary);
  return new Set(parts.map((part) => vocabulary.wordOf(wordIdOf(part))));
}
