const MAX_TITLE_LENGTH = 160;
const MAX_NUMBER_LENGTH = 6;
const MIN_LEADERS = 3;
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/i;
const LEADERS = '.·•_…‥';

/** Whether a trimmed line is an entry of a table of contents: a title, leaders, a page number (`Storage ..... 47`). */
export function isContentsLine(line: string): boolean {
  const numberStart = lastWordStart(line);
  if (numberStart === line.length || !PAGE_NUMBER.test(line.slice(numberStart))) return false;
  let leaders = 0;
  let at = numberStart - 1;
  for (; at >= 0; at--) {
    const character = line[at]!;
    if (character === '…' || character === '‥') leaders += MIN_LEADERS;
    else if (LEADERS.includes(character)) leaders++;
    else if (character !== ' ' && character !== '\t') break;
  }
  return leaders >= MIN_LEADERS && at >= 0 && at < MAX_TITLE_LENGTH;
}

/** Start of the last run of letters or digits, or the length when it is too long for a page number. */
function lastWordStart(line: string): number {
  let at = line.length;
  while (at > 0 && /[0-9a-z]/i.test(line[at - 1]!)) {
    at--;
    if (line.length - at > MAX_NUMBER_LENGTH) return line.length;
  }
  return at;
}
