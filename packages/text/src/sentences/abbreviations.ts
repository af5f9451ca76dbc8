import { isAsciiLetter, isWhiteSpace } from './characters.js';

const FULL_STOP = 46;
/** Initials and abbreviations whose full stop does not end a sentence, in lower case or with a capital letter. */
const ABBREVIATION =
  /(?:^|[\s("'[])(?:[A-Z]|[Aa]l|[Aa]pprox|[Cc]a|[Cc]f|[Cc]h|[Dd]r|[Ee]ds?|[Ee]q|[Ee]tc|[Ee]\.g|[Ff]igs?|[Ii]\.e|[Ii]nc|[Jj]r|[Ll]td|[Mm]rs?|[Mm]s|[Nn]os?|[Pp]p?|[Pp]rof|[Ss]ec|[Ss]r|[Ss]t|[Vv]ol|[Vv]s)$/;
const MAX_ABBREVIATION_LENGTH = 8;

/**
 * Whether the text before an offset, ignoring white space, ends in an abbreviation or an initial with its full stop.
 *
 * @param rangeStart where the paragraph starts
 */
export function followsAbbreviation(text: string, start: number, rangeStart = 0): boolean {
  let end = start;
  while (end > rangeStart && isWhiteSpace(text, end - 1)) end--;
  if (text.charCodeAt(end - 1) !== FULL_STOP || !isAsciiLetter(text.charCodeAt(end - 2))) return false;
  return ABBREVIATION.test(text.slice(Math.max(rangeStart, end - 1 - MAX_ABBREVIATION_LENGTH), end - 1));
}
