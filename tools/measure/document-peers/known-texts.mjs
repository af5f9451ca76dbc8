const WORDS =
  'harbour lamp keeper ledger tide rope signal Größe Straße während maïs élève señal mañana città perché São água møte tea box crane winter supply route order light quay pilot barge chart anchor wind'.split(
    ' ',
  );
/** Words without end, the same for a seed, and never the same four in a row by accident: each sentence has a number. */
export class Writer {
  #state;
  #count = 0;

  constructor(seed) {
    this.#state = seed * 7919 + 17;
  }

  below(limit) {
    this.#state = (this.#state * 48271) % 2147483647;
    return this.#state % limit;
  }

  words(count) {
    return Array.from({ length: count }, () => WORDS[this.below(WORDS.length)]).join(' ');
  }

  heading() {
    return `Part ${++this.#count} ${this.words(2)}`;
  }

  sentence() {
    return `Entry ${++this.#count} says ${this.words(12)} & <${this.words(1)}>.`;
  }

  table() {
    const header = ['Name', 'Price', 'Remark'];
    const row = (at) => [`${this.words(2)} ${at}`, `${this.below(900)}.5`, `${this.words(2)}, ${this.words(1)}`];
    return { header, rows: Array.from({ length: 5 }, (_, at) => row(++this.#count + at)) };
  }
}

/** A text with parts, which every format can say. Odd seeds have a second level of headings. */
export function outlineOf(seed) {
  const writer = new Writer(seed);
  return Array.from({ length: 5 }, (_, at) => ({
    heading: writer.heading(),
    level: seed % 2 === 1 && at % 2 === 1 ? 2 : 1,
    paragraphs: [writer.sentence(), writer.sentence()],
    items: [writer.words(4), writer.words(4)],
    table: at % 2 === 0 ? writer.table() : undefined,
    note: writer.sentence(),
  }));
}

/** Each row as structure that is planted. */
export const rowsOf = ({ header, rows }) => rows.map((row) => ({ header, row }));

/** What is true of an outline. @param notes whether the format has the notes of each part */
export function outlineTruth(parts, notes = false) {
  return {
    text: parts.flatMap(({ heading, paragraphs, items, table, note }) => [
      heading,
      ...paragraphs,
      ...items,
      ...(table === undefined ? [] : [table.header, ...table.rows].flat()),
      ...(notes ? [note] : []),
    ]),
    may: [],
    planted: parts.flatMap(({ heading, table }) => [{ heading }, ...(table === undefined ? [] : rowsOf(table))]),
  };
}

/** A text in HTML or XML. */
export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
