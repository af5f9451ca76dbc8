/** Attributes, of which values in quotes may contain braces. */
const BRACES = /\{(?!\{)(?:[^{}"']|"[^"]*"|'[^']*')*\}/y;
const TEXT_ATTRIBUTE = /(?<=[\s{])(?:title|label|summary|alt)=(?:"([^"]*)"|'([^']*)')/g;
/** Nobody gives longer attributes to words of a line. In UTF-16 units. */
export const MAX_ATTRIBUTES = 1000;

/** Offset after the attributes in braces at `at`; -1 when there are none. */
export function braceEnd(text: string, at: number): number {
  BRACES.lastIndex = at;
  return BRACES.test(text) ? BRACES.lastIndex : -1;
}

/** What readers see of attributes. */
export function textAttributes(attributes: string): string[] {
  return [...attributes.matchAll(TEXT_ATTRIBUTE)].map(([, double, single]) => double ?? single!);
}
