/** Words of other letters than a–z, and words shorter than this, stay as they are. */
const MIN_LENGTH = 4;

/**
 * Light stemming of English: plural, `-ing`, `-ed` (of `-ied` a `y` stays) and a final `e` go, so that `serializes`, `serialized` and
 * `serializing` are one term, while `serializer` and `serialization` stay apart. On technical text this tells subjects
 * apart better than Porter's stemmer, which makes one term of all five.
 *
 * @param word lower case
 * @returns a key, not a word: `serializ`
 */
export function stemWord(word: string): string {
  if (word.length < MIN_LENGTH || !/^[a-z]+$/.test(word)) return word;
  const stem = withoutVerbEnding(withoutPlural(word));
  return stem.length > MIN_LENGTH && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.length > MIN_LENGTH && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ss|x|ch|sh|z)es$/.test(word) ? -2 : -1);
}

function withoutVerbEnding(word: string): string {
  if (word.length > MIN_LENGTH && word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  const [, stem] = /^(.{3,}?)(?:ing|ed)$/.exec(word) ?? [];
  if (stem === undefined || !/[aeiouy]/.test(stem)) return word;
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
