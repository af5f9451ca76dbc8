/** Words of other letters than a–z, and words shorter than this, stay as they are. In UTF-16 units. */
const MIN_LENGTH = 4;

/**
 * Light stemming of English: plural, `-ing`, `-ed` (of `-ied` a `y` stays) and a final `e` go, so that `serializes`,
 * `serialized` and `serializing` are one term, while `serializer` and `serialization` stay apart. On technical text this
 * distinguishes subjects better than Porter's stemmer, which makes one term of all five.
 *
 * @param word lower case
 * @returns a key, not a word: `serializ`
 */
export function stemWord(word: string): string {
  if (!hasStem(word)) return word;
  const singular = withoutPlural(word);
  return withoutFinalE(withYForIed(singular) ?? withoutVerbEnding(singular));
}

/**
 * `stemWord` as the vectors of `builtin-v1` contain it: `carried` is `carri`, apart from `carry` and `carries`. Vectors
 * in caches and indexes were made with it; to change it is to change the name of the model and to embed everything again.
 */
export function stemWordOfBuiltinV1(word: string): string {
  return hasStem(word) ? withoutFinalE(withoutVerbEnding(withoutPlural(word))) : word;
}

function hasStem(word: string): boolean {
  return word.length >= MIN_LENGTH && /^[a-z]+$/.test(word);
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.length > MIN_LENGTH && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ss|x|ch|sh|z)es$/.test(word) ? -2 : -1);
}

function withYForIed(word: string): string | undefined {
  return word.length > MIN_LENGTH && word.endsWith('ied') ? `${word.slice(0, -3)}y` : undefined;
}

function withoutVerbEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  if (ending === 0) return word;
  const stem = word.slice(0, -ending);
  if (stem.length < 3 || !/[aeiouy]/.test(stem)) return word;
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

function withoutFinalE(stem: string): string {
  return stem.length > MIN_LENGTH && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}
