import { breadcrumbOf } from '@topicmill/text/markdown';
import { oneLine } from '@topicmill/text/white-space';

/**
 * What to embed of a chunk: where it is and what it is about, on a line, then its text. Parts without content are
 * left out. Line ends and brackets in names become spaces and parentheses, so that the line can be read again.
 */
export function retrievalText(
  title: string,
  headingPath: readonly string[],
  concepts: readonly string[],
  text: string,
): string {
  const parts = [
    ['DOC', withoutBrackets(title)],
    ['PATH', breadcrumbOf(headingPath.map(withoutBrackets))],
    ['CONCEPTS', concepts.map(withoutBrackets).join(', ')],
  ].filter(([, value]) => value !== '');
  const prefix = parts.map(([name, value]) => `[${name}: ${value}]`).join(' ');
  return prefix === '' ? text : `${prefix}\n${text}`;
}

function withoutBrackets(value: string): string {
  return oneLine(value).replaceAll('[', '(').replaceAll(']', ')');
}
