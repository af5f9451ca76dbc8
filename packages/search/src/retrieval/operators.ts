/**
 * Operators of programming languages that are searched for. Those of one sign are in every text, and so are those that markdown
 * and command lines use for something else (`**`, `--`, `//`).
 */
const OPERATORS = new Set(
  `=> -> <- |> <| :: := ?? ??= ?. ?: && &&= || ||= == === != !== =~ !~ ~> <= >= <=> << >> >>> <> ++ += -= *= /= %= ^= |= &= ... ..= ..<
  !! @@ ->> #> #>> <@ @> !=- >>= <<=`.split(/\s+/),
);

/** A run of the signs that operators are made of. */
const SIGNS = /[=<>!&|?:+\-*/%^~.@#]+/g;

/** No word begins so. Databases that keep terms as words would drop the signs themselves. */
const TERM_MARK = '§';

/** The operators of a text as terms, each as often as it occurs. An ellipsis after a word is not an operator. */
export function operatorTerms(text: string): string[] {
  const terms: string[] = [];
  for (const { 0: signs, index } of text.matchAll(SIGNS)) {
    if (!OPERATORS.has(signs) || (signs === '...' && index > 0 && /[\p{L}\p{N}]/u.test(text[index - 1]!))) continue;
    terms.push(TERM_MARK + Array.from(signs, (sign) => sign.charCodeAt(0).toString(16)).join(''));
  }
  return terms;
}

/**
 * What is to be said about a query without words of which nothing was found: its signs, and that they cannot be found where that is so.
 */
export function missingSigns(query: string): string[] {
  const signs = query.trim();
  if (/[\p{L}\p{N}]/u.test(signs)) return [];
  return [operatorTerms(signs).length > 0 ? signs : `${signs} (such signs are not searched for)`];
}
