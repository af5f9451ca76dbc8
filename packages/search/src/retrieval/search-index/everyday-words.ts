/** About 3 kB when compressed. */
const WORDS_PER_FILE = 1000;

/** Words in their order, as JSON texts, each with its first word. */
export function writeEverydayWords(words: readonly string[]): { readonly text: string; readonly first: string }[] {
  const sorted = [...words].sort();
  return Array.from({ length: Math.ceil(sorted.length / WORDS_PER_FILE) }, (_, file) => {
    const own = sorted.slice(file * WORDS_PER_FILE, (file + 1) * WORDS_PER_FILE);
    return { text: `${JSON.stringify(own)}\n`, first: own[0]! };
  });
}

export function readEverydayWords(text: string): ReadonlySet<string> {
  return new Set(JSON.parse(text) as string[]);
}
