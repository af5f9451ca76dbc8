/** Ends of the seven kinds of HTML block (CommonMark 0.31, section 4.6); kinds 6 and 7 end at a blank line. */
const ENDS: readonly RegExp[] = [/<\/(?:script|pre|style|textarea)>/i, /-->/, /\?>/, />/, /\]\]>/];

const STARTS: readonly RegExp[] = [
  /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i,
  /^<!--/,
  /^<\?/,
  /^<![a-z]/i,
  /^<!\[CDATA\[/,
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i,
  /^(?:<[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<\/[a-z][a-z0-9-]*\s*>)\s*$/i,
];

/**
 * The kind (1 to 7) of HTML block that starts with this line, or `undefined`.
 *
 * @param content the line from its first character that is not white space
 * @param inParagraph whether a paragraph is open: kind 7 cannot interrupt one
 */
export function startsHtmlBlock(content: string, inParagraph: boolean): number | undefined {
  const kind = STARTS.findIndex((start) => start.test(content)) + 1;
  return kind === 0 || (kind === 7 && inParagraph) ? undefined : kind;
}

/** What ends an HTML block of this kind: a line that matches, which belongs to the block, or a blank line. */
export function endOfHtmlBlock(kind: number): RegExp | 'blank' {
  return ENDS[kind - 1] ?? 'blank';
}
