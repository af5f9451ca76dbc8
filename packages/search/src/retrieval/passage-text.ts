import { LineKind, scanLines } from '@topicmill/text/markdown';
import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';

/** Longer paragraphs are read in pieces: `plainText` reads no more. In UTF-16 units. */
const MAX_LENGTH = 4000;
const FENCE = /^\s*(?:`{3,}|~{3})[^`]*$/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s/;
const CELL_BORDER = /(?<!\\)\|/;
/** Lines that a site turns into something else; the groups are what it shows of them. */
const MARKUP_LINES: readonly RegExp[] = [
  /^ {0,3}([-*_])(?:[ \t]*\1){2,}\s*$/,
  /^import\s(?:[^'"]+\sfrom\s+)?(['"])[^'"]+\1;?\s*$/,
  /^\s*===[!+]*\s+"(?<shown>[^"]*)"\s*$/,
  /^\s*:{3,}[ \t]*(?![ \t])(?:[\w-]+(?:\[(?<shown>[^\]]*)\]|[ \t]+(?<rest>\S.*(?!.)))?)?\s*$/,
  /^\s*\/{3,}[ \t]*(?![ \t])(?:[\w-]+[ \t]*(?![ \t])(?:\|(?<shown>.*(?!.)))?)?\s*$/,
];
/** Where mkdocstrings writes the documentation of an object, with its options; the name is left. */
const DOCUMENTED_OBJECTS = /^([ \t]*):::[ \t]+([\w-]+(?:[.:]+[\w-]+)+)[ \t]*((?:\r?\n(?: {4}|\t)[ \t]*[^\s].*)*)$/gm;
/** A note of MkDocs: its kind with the space around it, and its title. */
const NOTE = /^\s*(?:!!!|\?{3}\+?)(?<kind>\s[^"]*)(?:"(?<shown>[^"]*)"\s*)?$/;
const KIND = /^[\w -]+$/;
/** Comments and components of MDX, and the code that may contain such; `Vec<String>` in prose is text. The lookahead takes all backticks and never fewer. */
const COMPONENTS =
  /(?<code>(?=(\x60+))\2.+?(?<!\x60)\2(?!\x60))|\{\/\*.*?\*\/\}|(?<!\w)<\/?[A-Z][\w.]*(?:\s[^<>]*)?\/?>/g;

/** The text of a chunk as a reader sees it, on one line, without headings; code is kept as it is, cells of tables are parted by `·`. */
export function passageText(chunkText: string): string {
  const text = chunkText.replace(DOCUMENTED_OBJECTS, '$1$2');
  const { kinds, starts, lineCount } = scanLines(text, 0);
  const pieces: string[] = [];
  let paragraph = '';
  const endParagraph = (): void => {
    for (const part of paragraph.match(PARTS) ?? []) pieces.push(plainText(part));
    paragraph = '';
  };
  for (let line = 0; line < lineCount; line++) {
    const written = text.slice(starts[line], starts[line + 1]);
    const isCode = kinds[line] === LineKind.Fence;
    const isText = !isCode && kinds[line] !== LineKind.Heading && written.trim() !== '' && !/^\s*\|/.test(written);
    if (isText && !DEFINITION.test(written)) {
      paragraph += shownLine(written);
      continue;
    }
    endParagraph();
    if (isCode && !FENCE.test(written)) pieces.push(written);
    else if (/^\s*\|/.test(written) && !isCode && !TABLE_RULE.test(written)) pieces.push(tableRow(written, pieces));
  }
  endParagraph();
  return oneLine(pieces.join(' '));
}

const PARTS = new RegExp(`[^]{1,${MAX_LENGTH}}(?=\\s|$)|[^]{1,${MAX_LENGTH}}`, 'g');

/** A line of prose without what a site reads as markup; markers of lists are hyphens. */
function shownLine(written: string): string {
  for (const form of MARKUP_LINES) {
    const match = form.exec(written);
    if (match !== null) return `${match.groups?.['shown'] ?? match.groups?.['rest'] ?? ''}\n`;
  }
  const note = noteTitle(written);
  if (note !== undefined) return `${note}\n`;
  const parts = written.match(PARTS) ?? [];
  const withoutComponents = parts.map((part) => part.replace(COMPONENTS, (_, code: string | undefined) => code ?? ''));
  return withoutComponents.join('').replace(/^(\s*)[*+](?=\s)/, '$1-');
}

/** The title of the note that a line begins, empty if it has none; `undefined` for other lines. */
function noteTitle(written: string): string | undefined {
  const { kind, shown } = NOTE.exec(written)?.groups ?? {};
  if (kind === undefined) return undefined;
  const isKind =
    kind.trim() === '' ? kind.slice(1, shown === undefined ? undefined : -1).includes(' ') : KIND.test(kind.trim());
  return isKind && (shown === undefined || /\s$/.test(kind)) ? (shown ?? '') : undefined;
}

/** The cells of a row; after another row, they go on where it ended. */
function tableRow(line: string, before: readonly string[]): string {
  const cells = line.trim().split(CELL_BORDER).slice(1);
  const texts = cells.map((cell) => plainText(cell.replaceAll('\\|', '|'))).filter((cell) => cell !== '');
  const row = texts.join(' · ');
  return before.at(-1)?.includes(ROW_MARK) === true ? `· ${row}${ROW_MARK}` : `${row}${ROW_MARK}`;
}

/** White space that ends a row while pieces are gathered. */
const ROW_MARK = '\n';
