/** A line that opens or closes a container, `:::name[Title]{attributes}` or `:::`. */
export interface DirectiveTag {
  /** The run of colons. */
  readonly colons: string;
  readonly kind: 'open' | 'close';
  /** What readers see of it; empty without a title. */
  readonly title: string;
}

/** `::: {#id .name title="Title"}`, as Pandoc has it; colons may follow. */
const BRACED = /^(:{3,})[ \t]*\{([^{}]*)\}[ \t]*:*$/;
const TITLE = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/;

/**
 * The directive that a line is, from its content on.
 *
 * @param isBraced whether attributes may take the place of the name
 */
export function directiveTag(text: string, at: number, end: number, isBraced: boolean): DirectiveTag | undefined {
  const braced = isBraced ? BRACED.exec(text.slice(at, end).trimEnd()) : null;
  if (braced !== null) {
    const title = TITLE.exec(braced[2]!);
    return { colons: braced[1]!, kind: 'open', title: title?.[1] ?? title?.[2] ?? '' };
  }
  const found = /^(:{3,})[ \t]*(?:([A-Za-z][\w-]*)[ \t]*(.*))?$/.exec(text.slice(at, end).trimEnd());
  if (found === null) return undefined;
  const [, colons = '', name, rest = ''] = found;
  if (name === undefined) return { colons, kind: 'close', title: '' };
  const label = /^\[(.*)\]\s*(?:\{.*\})?$/.exec(rest)?.[1];
  return { colons, kind: 'open', title: label ?? rest.replace(/\{[^{}]*\}$/, '').trim() };
}
