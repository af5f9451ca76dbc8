/** A word of the docs, and how near its meaning is to that of another word. */
export interface NearMeaning {
  readonly word: string;
  /** Cosine. */
  readonly similarity: number;
}

/** Words that the docs do not contain, each with those of the docs that mean nearly the same, the nearest first, or with none. */
export type Meanings = ReadonlyMap<string, readonly NearMeaning[]>;

/** One file of the table: near words with cosines in hundredths, by word. */
type MeaningRows = Readonly<Record<string, readonly (string | number)[]>>;

/** Words in one file: about 3 kB when compressed. */
const WORDS_PER_FILE = 400;

/** The table in the order of the words, as JSON texts, each with its first word. */
export function writeMeanings(meanings: Meanings): { readonly text: string; readonly first: string }[] {
  const words = [...meanings.keys()].sort();
  return Array.from({ length: Math.ceil(words.length / WORDS_PER_FILE) }, (_, file) => {
    const own = words.slice(file * WORDS_PER_FILE, (file + 1) * WORDS_PER_FILE);
    const rows: MeaningRows = Object.fromEntries(own.map((word) => [word, rowOf(meanings.get(word)!)]));
    return { text: `${JSON.stringify(rows)}\n`, first: own[0]! };
  });
}

export function readMeanings(text: string): Meanings {
  return new Map(Object.entries(JSON.parse(text) as MeaningRows).map(([word, row]) => [word, nearOf(row)]));
}

function rowOf(near: readonly NearMeaning[]): (string | number)[] {
  return near.flatMap(({ word, similarity }) => [word, Math.round(100 * similarity)]);
}

function nearOf(row: readonly (string | number)[]): NearMeaning[] {
  return Array.from({ length: row.length / 2 }, (_, at) => ({
    word: row[2 * at] as string,
    similarity: (row[2 * at + 1] as number) / 100,
  }));
}
