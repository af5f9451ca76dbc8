import type { Dialect } from './dialect.js';
import { docfxPiece } from './docfx-inline.js';
import { componentMark } from './inline-components.js';
import { type InlineMark, markOf } from './inline-mark.js';
import { roleMark } from './inline-role.js';
import { spanAt } from './inline-span.js';
import { vaultMark } from './inline-vault.js';
import type { VainReads } from './vain-reads.js';

/** Characters that may start markup in lines; tags, templates, code and brackets may in any dialect. */
const SPECIAL = /[\\`<[{]/g;
const SPECIAL_OF_FORM: Readonly<Record<NonNullable<Dialect['inline']>, RegExp>> = {
  roles: SPECIAL,
  components: /[\\`<[{:]/g,
  vault: /[\\`<[{!=%^]/g,
  docfx: /[\\`<[{:]/g,
};

/** Finds the characters that may start markup in lines; its `lastIndex` must be set before each use. */
export function specialCharacters(inline: Dialect['inline']): RegExp {
  return inline === undefined ? SPECIAL : SPECIAL_OF_FORM[inline];
}

/**
 * What words are marked with at a special character, in the form of a dialect.
 *
 * @param end UTF-16 offset at which the block ends
 */
export function inlineMark(
  inline: NonNullable<Dialect['inline']>,
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  vainReads: VainReads,
): InlineMark | undefined {
  const mark = markAt(inline, text, { at, end }, vainReads);
  return mark === undefined || Math.max(mark.pieces.at(-1)!.end, mark.readOnFrom) > end ? undefined : mark;
}

function markAt(
  inline: NonNullable<Dialect['inline']>,
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  vainReads: VainReads,
): InlineMark | undefined {
  if (inline === 'docfx') return docfxMark(text, at);
  if (inline === 'vault') return vaultMark(text, at, end, vainReads);
  if (text[at] === '[') return spanAt(text, { start: at, bracket: at, end }, vainReads, true);
  if (text[at] === '{' && inline === 'roles') return roleMark(text, at, end, vainReads);
  if (text[at] === ':' && inline === 'components') return componentMark(text, at, end, vainReads);
  return undefined;
}

function docfxMark(text: string, at: number): InlineMark | undefined {
  const piece = docfxPiece(text, at);
  return piece === undefined ? undefined : markOf(at, piece.end, piece.shown);
}
