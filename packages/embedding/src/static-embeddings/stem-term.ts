/**
 * Cuts the commonest English endings, so that `serializes`, `serialized` and `serializing` share a hashed term. Terms
 * with anything but a–z stay as they are. The result is a key, not a word: `serializ`.
 */
export function stemTerm(term: string): string {
  if (term.length < 4 || !/^[a-z]+$/.test(term)) return term;
  const stem = withoutVerbEnding(withoutPlural(term));
  return stem.length > 4 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

function withoutPlural(term: string): string {
  if (!term.endsWith('s')) return term;
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(term)) return term.slice(0, -2);
  return /(?:ss|us|is)$/.test(term) ? term : term.slice(0, -1);
}

function withoutVerbEnding(term: string): string {
  const ending = term.endsWith('ing') ? 3 : term.endsWith('ed') ? 2 : 0;
  if (ending === 0) return term;
  const stem = term.slice(0, -ending);
  if (stem.length < 3 || !/[aeiouy]/.test(stem)) return term;
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
