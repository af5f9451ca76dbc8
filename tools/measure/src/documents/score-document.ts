/** What a reader made of a part of a file: its text, and what it says of it apart from it, as JSON. */
export interface ReadPiece {
  readonly text: string;
  readonly facts: string;
}

/** Structure that was put into a file, and that a reader may keep. */
export type Planted =
  /** Marked as a heading, in the text or apart from it. */
  | { readonly heading: string }
  /** On one line under that header with the cells apart, or each cell with the name of its column. */
  | { readonly header: readonly string[]; readonly row: readonly string[] }
  /** The last of the names before the text is that of its owner: a speaker, a sheet, a file. */
  | { readonly owner: string; readonly among: readonly string[]; readonly text: string }
  /** In a piece with its lines and indents. */
  | { readonly code: string }
  /** Said apart from the text. */
  | { readonly fact: string }
  /** In a piece of which the number of its page is said. */
  | { readonly page: number; readonly text: string };

/** What is true of a file. */
export interface DocumentTruth {
  readonly text: readonly string[];
  /** What a reader may add: times, names of people, what frames a page. */
  readonly may: readonly string[];
  readonly planted: readonly Planted[];
}

/** How a reading compares with the truth; all but `wordCount` and `plantedCount` are counts of what they name. */
export interface DocumentScore {
  readonly wordCount: number;
  readonly lost: number;
  readonly added: number;
  readonly plantedCount: number;
  readonly kept: number;
}

/**
 * Compares what a reader made of a file with what is true of it. A word is lost that is in neither texts nor facts; one is
 * added that is in the texts more often than in the truth, and that nobody may add.
 */
export function scoreDocument(pieces: readonly ReadPiece[], { text, may, planted }: DocumentTruth): DocumentScore {
  const wanted = countsOf(text.flatMap(wordsOf));
  const written = countsOf(pieces.flatMap((piece) => wordsOf(piece.text)));
  const said = countsOf(pieces.flatMap((piece) => wordsOf(piece.facts)));
  const free = new Set(may.flatMap(wordsOf));
  let [wordCount, lost, added] = [0, 0, 0];
  for (const [word, count] of wanted) {
    wordCount += count;
    lost += Math.max(0, count - (written.get(word) ?? 0) - (said.get(word) ?? 0));
  }
  for (const [word, count] of written) {
    if (!free.has(word)) added += Math.max(0, count - (wanted.get(word) ?? 0));
  }
  const kept = planted.filter((each) => isKept(each, pieces)).length;
  return { wordCount, lost, added, plantedCount: planted.length, kept };
}

function isKept(planted: Planted, pieces: readonly ReadPiece[]): boolean {
  if ('heading' in planted) return isHeading(planted.heading, pieces);
  if ('row' in planted) return isRow(planted.header, planted.row, pieces);
  if ('owner' in planted) return isOwned(planted, pieces);
  if ('code' in planted) return pieces.some(({ text }) => text.includes(planted.code));
  if ('fact' in planted) return pieces.some(({ facts }) => plain(facts).includes(plain(planted.fact)));
  return pieces.some(
    ({ text, facts }) =>
      plain(text).includes(plain(planted.text)) && new RegExp(`page_?number"?:\\s*${planted.page}\\b`, 'i').test(facts),
  );
}

function isHeading(heading: string, pieces: readonly ReadPiece[]): boolean {
  const wanted = plain(heading);
  return pieces.some(
    ({ text, facts }) =>
      plain(facts).includes(wanted) ||
      text.split('\n').some((line) => /^\s*#{1,6}\s/.test(line) && plain(line).includes(wanted)),
  );
}

/** Signs that a reader may have put between cells; in cells of the file some of them occur. */
const SEPARATORS = [/(?<!\\)\|/, '\t', ', ', ';'];

function isRow(header: readonly string[], row: readonly string[], pieces: readonly ReadPiece[]): boolean {
  const named = header.map((name, at) => plain(`${name} ${row[at]}`)).join(' ');
  return pieces.some(({ text }) => {
    if (text.includes(`${header[0]}: `) && plain(text).includes(named)) return true;
    const lines = text.split('\n');
    const headAt = lines.findIndex((line) => isLineOf(header, line));
    return headAt !== -1 && lines.findIndex((line) => isLineOf(row, line)) > headAt;
  });
}

function isLineOf(cells: readonly string[], line: string): boolean {
  const wanted = cells.map(plain).join('\0');
  return SEPARATORS.some((separator) => {
    const found = line.split(separator).map(plain);
    return found.filter((cell) => cell !== '').join('\0') === wanted;
  });
}

/** Words by which a text is found again. */
const KEY_WORDS = 4;

function isOwned(
  { owner, among, text }: { owner: string; among: readonly string[]; text: string },
  pieces: readonly ReadPiece[],
): boolean {
  const all = ` ${plain(pieces.map((piece) => `${piece.facts}\n${piece.text}`).join('\n'))} `;
  const at = all.indexOf(` ${wordsOf(text).slice(0, KEY_WORDS).join(' ')} `);
  if (at === -1) return false;
  const places = among.map((name) => [name, all.lastIndexOf(` ${plain(name)} `, at)] as const);
  const [nearest] = places.filter(([, place]) => place !== -1).sort(([, a], [, b]) => b - a);
  return nearest?.[0] === owner;
}

function plain(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
