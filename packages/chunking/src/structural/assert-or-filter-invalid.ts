import { type Diagnostic, type DiagnosticCode, FaultsError } from '@topicmill/base/diagnostics';
import { type DocumentIdentity, type DraftRecord, linkRecords } from './attach-metadata.js';
import type { FlatNode } from './flat-node.js';
import type { StructuralOptions } from './options.js';
import { missingClosingFence } from './parse-markdown.js';

/** Why a chunk is invalid. */
export type InvalidCode =
  | 'EMPTY_CONTENT'
  | 'EMPTY_HEADER'
  | 'FORMATTING_ONLY'
  | 'ORPHANED_CODE'
  | 'TOO_LONG'
  | 'TOO_SHORT';

/** What happens to a chunk that is invalid: `throw` keeps none of the document, `drop` keeps the others. */
export type InvalidMode = 'throw' | 'drop';

/** A chunk that was left out. */
export interface DroppedChunk {
  readonly codes: readonly InvalidCode[];
  /** UTF-16 offsets of its own text in the source as read. */
  readonly charStart: number;
  readonly charEnd: number;
}

export interface CheckedRecords {
  readonly drafts: readonly DraftRecord[];
  readonly dropped: readonly DroppedChunk[];
  readonly diagnostics: readonly Diagnostic[];
}

const REMEDIES: Record<InvalidCode, string> = {
  EMPTY_CONTENT: 'Write the text, or delete what is left of it.',
  EMPTY_HEADER: 'Write something under the heading, or delete it.',
  FORMATTING_ONLY: 'Write something between the rules and markers, or delete them.',
  ORPHANED_CODE: 'Add the fence that is missing.',
  TOO_LONG: 'Raise the maximum, or shorten what cannot be cut.',
  TOO_SHORT: 'Lower the minimum, or write more.',
};

const WRITTEN = /\S/;
/** A letter, a number, or a symbol with a meaning. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{So}\p{Sc}]/u;

/** The document that chunks are checked for, and what happens to those that are invalid. */
export interface CheckContext {
  readonly mode: InvalidMode;
  readonly identity: DocumentIdentity;
  readonly options: StructuralOptions;
  /** 1-based line of the file at which line 0 of the scan is. Default 1. */
  readonly bodyLine?: number;
}

/**
 * Last stage: keeps the chunks that are fit. `drop` leaves out the others with a warning each and then numbers and links
 * those that are left, so that no chain breaks.
 *
 * @throws FaultsError that names every chunk that is invalid, with mode `throw`
 */
export function assertOrFilterInvalid(
  drafts: readonly DraftRecord[],
  { mode, identity, options, bodyLine = 1 }: CheckContext,
): CheckedRecords {
  const dropped: DroppedChunk[] = [];
  const kept: DraftRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const draft of drafts) {
    const codes = invalidCodes(draft, drafts.length, options);
    if (codes.length === 0) kept.push(draft);
    else {
      const { charStart, charEnd } = draft.record.sourcePosition;
      dropped.push({ codes, charStart, charEnd });
      if (isMarkupOnly(draft)) continue;
      diagnostics.push(...codes.map((code) => invalidDiagnostic(code, draft, { mode, identity, bodyLine })));
    }
  }
  const [first, ...others] = diagnostics;
  if (mode === 'throw' && first !== undefined) throw new FaultsError([first, ...others]);
  return { drafts: dropped.length === 0 ? kept : linkRecords(kept, identity), dropped, diagnostics };
}

/** Every reason why a chunk is invalid. */
export function invalidCodes(draft: DraftRecord, chunkCount: number, options: StructuralOptions): InvalidCode[] {
  const { originalText, tokenStats } = draft.record;
  if (!WRITTEN.test(originalText) || isMarkupOnly(draft)) return ['EMPTY_CONTENT'];
  const codes: InvalidCode[] = [];
  if (isHeadingsOnly(draft)) codes.push('EMPTY_HEADER');
  else if (!SAYS_SOMETHING.test(originalText)) codes.push('FORMATTING_ONLY');
  if (missingClosingFence(originalText) !== '') codes.push('ORPHANED_CODE');
  if (draft.embedTokenCount > options.maxTokens) codes.push('TOO_LONG');
  if (tokenStats.tokens < options.minTokens && chunkCount > 1) codes.push('TOO_SHORT');
  return codes;
}

/** Imports and tags alone are not a fault of the document, so they are left out without a word. */
function isMarkupOnly({ record: { originalText, embedText } }: DraftRecord): boolean {
  return embedText === '' && WRITTEN.test(originalText);
}

/**
 * Headings with nothing under them but rules. A heading that had to be cut is text: in a text of lines, a rule below them
 * makes a heading of all lines above it.
 */
function isHeadingsOnly({ chunk }: DraftRecord): boolean {
  const others = chunk.nodes.filter(({ type }) => type !== 'thematicBreak');
  return others.length > 0 && others.every((node) => node.type === 'heading' && !isPiece(node));
}

function isPiece({ startOffset, endOffset, block }: FlatNode): boolean {
  return startOffset > block.startOffset || endOffset < block.endOffset;
}

function invalidDiagnostic(
  code: InvalidCode,
  { record, chunk }: DraftRecord,
  { mode, identity: { filePath }, bodyLine }: Required<Omit<CheckContext, 'options'>>,
): Diagnostic {
  const { charStart, charEnd } = record.sourcePosition;
  const what = `Chunk ${record.chunkNumber}, characters ${charStart} to ${charEnd}, ${record.tokenStats.tokens} tokens,`;
  return {
    severity: mode === 'throw' ? 'error' : 'warning',
    code: code satisfies DiagnosticCode,
    message: mode === 'throw' ? `${what} is invalid.` : `${what} is left out.`,
    ...(filePath === undefined ? {} : { file: filePath }),
    line: bodyLine + chunk.nodes[0]!.firstLine,
    remedy: REMEDIES[code],
  };
}
