/** A text that begins like another is told from it by so many characters, and the rest of their line. */
const MIN_BEGINNING = 20;

/**
 * The parts of a text after an edit, each of which has what is left of it and what was written in it or at its end. Where the
 * beginnings of parts are gone too, what is there belongs to the part before.
 *
 * @param texts the parts as they were, none of them empty; no part where a text is not divided
 */
export function textsAfterEdit(texts: readonly string[], now: string): string[] {
  if (texts.length === 0) return [];
  let [first, start] = [0, 0];
  while (first < texts.length && now.startsWith(texts[first]!, start)) start += texts[first++]!.length;
  let [last, end] = [texts.length, now.length];
  while (last > first && end - texts[last - 1]!.length >= start && now.endsWith(texts[last - 1]!, end))
    end -= texts[--last]!.length;
  const [between, ...edited] = divide(now.slice(start, end), texts.slice(first, last));
  const parts = [...texts.slice(0, first), ...edited, ...texts.slice(last)];
  if (first > 0) parts[first - 1] += between!;
  else parts[0] = between + parts[0]!;
  return parts;
}

/** Divides a text at the beginnings of parts that are found in it; what is before the first of them comes first. */
function divide(text: string, parts: readonly string[]): string[] {
  const divided = ['', ...parts.map(() => '')];
  let [owner, at] = [0, 0];
  for (const [number, part] of parts.entries()) {
    const found = text.indexOf(textBeginning(part), at);
    if (found < 0 && number > 0) continue;
    const begin = Math.max(0, found);
    divided[owner] = text.slice(at, begin);
    [owner, at] = [number + 1, begin];
  }
  divided[owner] = text.slice(at);
  return divided;
}

function textBeginning(text: string): string {
  const lineEnd = text.indexOf('\n', MIN_BEGINNING);
  return lineEnd < 0 ? text : text.slice(0, lineEnd);
}
