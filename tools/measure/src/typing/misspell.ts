/** How a word may be mistyped. */
export type Edit = 'swap' | 'drop' | 'double' | 'neighbour key';

export const EDITS: readonly Edit[] = ['swap', 'drop', 'double', 'neighbour key'];

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** A word with one mistake after its first letter; `undefined` where the mistake changes nothing or the word is too short. */
export function misspell(word: string, edit: Edit, random: () => number): string | undefined {
  if (word.length < 4) return undefined;
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [letter, next] = [word[at]!, word[at + 1]!];
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  switch (edit) {
    case 'swap':
      return letter === next ? undefined : before + next + letter + word.slice(at + 2);
    case 'drop':
      return before + after;
    case 'double':
      return before + letter + letter + after;
    case 'neighbour key': {
      const row = ROWS.find((keys) => keys.includes(letter.toLowerCase()));
      if (row === undefined) return undefined;
      const key = row.indexOf(letter.toLowerCase());
      return before + (row[key + 1] ?? row[key - 1]!) + after;
    }
  }
}

/** Numbers from 0 up to 1, the same for each seed (Numerical Recipes). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
