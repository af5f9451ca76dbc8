/** A line that opens or closes a container, `:::name[Title]{attributes}` or `:::`. */
export interface DirectiveTag {
  /** The run of colons. */
  readonly colons: string;
  readonly kind: 'open' | 'close';
  /** What readers see of it; empty without a title. */
  readonly title: string;
}

/** The directive that a line is, from its content on. */
export function directiveTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const found = /^(:{3,})[ \t]*(?:([A-Za-z][\w-]*)[ \t]*(.*))?$/.exec(text.slice(at, end).trimEnd());
  if (found === null) return undefined;
  const [, colons = '', name, rest = ''] = found;
  if (name === undefined) return { colons, kind: 'close', title: '' };
  const label = /^\[(.*)\]\s*(?:\{.*\})?$/.exec(rest)?.[1];
  return { colons, kind: 'open', title: label ?? rest.replace(/\{[^{}]*\}$/, '').trim() };
}
