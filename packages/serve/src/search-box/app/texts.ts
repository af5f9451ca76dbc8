/** The texts of a part of the box by language: in the order of its keys, divided by `|`. */
export type TextLines = Readonly<Record<string, string>>;

/**
 * The texts in a language, else in English.
 *
 * @param language BCP 47, such as `pt-BR`
 */
export function textsIn<Key extends string>(
  language: string,
  keys: readonly Key[],
  lines: TextLines,
): Readonly<Record<Key, string>> {
  const texts = (lines[language.toLowerCase().split('-')[0]!] ?? lines['en']!).split('|');
  return Object.fromEntries(keys.map((key, at) => [key, texts[at]!])) as Record<Key, string>;
}

/** A text with values in place of its names in braces. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
