import { scanLines } from '@topicmill/markdown';

/**
 * The closing fence, with a line end before it, that a text lacks whose last fenced block is still open where the text
 * ends; empty when there is none. Blocks inside quotes and list items end with them and lack nothing.
 */
export function missingClosingFence(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return '';
  const { fences, starts, lineCount } = scanLines(text);
  const open = fences.find(({ closed, lastLine }) => !closed && lastLine === lineCount - 1);
  if (open === undefined) return '';
  const line = text.slice(starts[open.firstLine]!, starts[open.firstLine + 1]!);
  const fence = /^( {0,3})(`{3,}|~{3,})/.exec(line);
  return fence === null ? '' : `\n${fence[0]}`;
}
