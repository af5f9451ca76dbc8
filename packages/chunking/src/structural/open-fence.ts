import { scanLines } from '@topicmill/markdown';

/** Fences at the start of a line that stand on their own or with a language, and nothing that may hide one. */
const FENCE = '```';
const OTHER_MARKS = /~~~|^ {0,3}<|[^`\n]```|````/m;

/**
 * The closing fence, with a line end before it, that a text lacks whose last fenced block is still open where the text
 * ends; empty when there is none. Blocks inside quotes and list items end with them and lack nothing.
 */
export function missingClosingFence(text: string): string {
  if (!text.includes(FENCE) && !text.includes('~~~')) return '';
  if (arePlainlyClosed(text)) return '';
  const { fences, starts, lineCount } = scanLines(text);
  const open = fences.find(({ closed, lastLine }) => !closed && lastLine === lineCount - 1);
  if (open === undefined) return '';
  const line = text.slice(starts[open.firstLine]!, starts[open.firstLine + 1]!);
  const fence = /^( {0,3})(`{3,}|~{3,})/.exec(line);
  return fence === null ? '' : `\n${fence[0]}`;
}

/** Whether nothing but fences of three backticks at the start of a line is there, and each has its partner. */
function arePlainlyClosed(text: string): boolean {
  if (OTHER_MARKS.test(text) || text.includes('\r')) return false;
  let isOpen = false;
  for (let at = text.indexOf(FENCE); at !== -1; at = text.indexOf(FENCE, at + FENCE.length)) {
    const lineEnd = text.indexOf('\n', at);
    const info = text.slice(at + FENCE.length, lineEnd === -1 ? text.length : lineEnd);
    if (!isOpen) isOpen = !info.includes('`');
    else if (info.trim() === '') isOpen = false;
  }
  return !isOpen;
}
