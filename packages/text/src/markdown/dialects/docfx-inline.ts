/** A piece of a line that only DocFX reads. */
export interface DocfxPiece {
  /** UTF-16 offset after it. */
  readonly end: number;
  /** What readers see of it. */
  readonly shown: string;
}

/** `[!NOTE]` heads a note, and readers see its name; `[!div class="checklist"]` and `[!VIDEO address]` are not text. */
const BRACKET = /\[!(?:(note|tip|important|caution|warning)|(?:div|video)\b[^\]\r\n]{0,500})\]/iy;
/** `<xref:System.String?displayProperty=fullName>`; overloads of a method end with an asterisk. */
const REFERENCE = /<xref:([^<>?#\s]{1,500})(?:[?#][^<>\s]{0,500})?>/iy;
/** `:::image type="icon" source="a.png" alt-text="Save":::` and `:::no-loc text="Save":::`. */
const COLONS = /:::[ \t]*[a-z][\w-]*(?![\w-])((?:[^:\r\n"]|"[^"\r\n]{0,500}"){0,500}):::/iy;
const SHOWN = /\s(?:alt-text|title|text)="([^"]*)"/;

const OPENING_BRACKET = 91;
const LESS_THAN = 60;

/** The piece that starts at a `[`, `<` or `:`. */
export function docfxPiece(text: string, at: number): DocfxPiece | undefined {
  const first = text.charCodeAt(at);
  const pattern = first === OPENING_BRACKET ? BRACKET : first === LESS_THAN ? REFERENCE : COLONS;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const end = pattern.lastIndex;
  const inner = found[1] ?? '';
  if (pattern === BRACKET) return { end, shown: inner.charAt(0).toUpperCase() + inner.slice(1).toLowerCase() };
  return { end, shown: pattern === REFERENCE ? inner.replace(/(?:%2A|\*)$/i, '') : shownOf(inner) };
}

/** The text of a directive's attributes that readers see. */
export function shownOf(attributes: string): string {
  return SHOWN.exec(attributes)?.[1] ?? '';
}
