import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { type BlockScan, bodyOffsetOf, type Dialect, scanBlocks } from '@topicmill/text/markdown';
import { loadCl100kBase } from '@topicmill/text/tokens';
import type { ChunkRecord } from '../records/record-schema.js';
import { assertOrFilterInvalid, type DroppedChunk } from './assert-or-filter-invalid.js';
import type { DraftRecord } from './attach-metadata.js';
import { emptyDocument } from './chunk.js';
import { type ChunkOptions, checkChunkOptions, identityOf, structuralOptions } from './chunk-options.js';
import { draftStructurally } from './chunk-structurally.js';
import type { Sections } from './sections.js';

/** Units of a window: long enough that few chunks are at its ends, short compared with what a process can keep in memory. */
const DEFAULT_WINDOW_LENGTH = 1 << 20;
const MIN_WINDOW_LENGTH = 1 << 14;

/** How a text that is not to be held in memory becomes records. */
export interface ChunkStreamOptions extends ChunkOptions {
  /** UTF-16 units that are held and split at a time. Default 1,048,576, at least 16,384. */
  readonly windowLength?: number;
  /** Called with each chunk that is left out because it is invalid. */
  readonly onDropped?: (dropped: DroppedChunk) => void;
  /** Told of each thing that was noticed on the way. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

/**
 * The records of a markdown text that comes in parts, one after the other. It keeps one window of the text in memory with its
 * records, and the anchors of all headings; nothing else grows with the text.
 *
 * A window ends before a heading of the first two levels, else before another heading or a paragraph, and is split by
 * itself: no chunk reaches over its end, and nothing is repeated over it. A text of one window gives the records that
 * `chunk` gives. A heading with a reference to a link that is defined in another window keeps its brackets.
 *
 * @param open gives the text from its start; it is called twice, since each record contains the length of the whole
 * @throws TopicmillError `INVALID_OPTION` for an unknown or missing option and for sizes that not every document can have
 * @throws FaultsError with `onInvalid: 'throw'`, at the first window with an invalid chunk
 */
export async function* chunkStream(
  open: () => AsyncIterable<string> | Iterable<string>,
  options: ChunkStreamOptions,
): AsyncGenerator<ChunkRecord> {
  checkChunkOptions(options, 'chunkStream');
  if (typeof open !== 'function') {
    throw new TopicmillError('INVALID_OPTION', 'chunkStream: expected a function that opens the text.', {
      remedy: 'Give one that returns its parts, such as `() => [text]`.',
    });
  }
  const { windowLength = DEFAULT_WINDOW_LENGTH, onDropped, onDiagnostic } = options;
  if (!(Number.isSafeInteger(windowLength) && windowLength >= MIN_WINDOW_LENGTH)) {
    throw new TopicmillError('INVALID_OPTION', `A window of ${windowLength} units is not possible.`, {
      remedy: `Give a whole number, ${MIN_WINDOW_LENGTH} or more.`,
    });
  }
  const tokenCounter = options.tokenCounter ?? (await loadCl100kBase());
  const structural = structuralOptions({ ...options, tokenCounter });
  const identity = identityOf(options, structural);
  const mode = options.onInvalid ?? 'drop';
  const totalChars = await totalLength(open());
  let sections: Sections | undefined;
  let chunkCount = 0;
  let draftCount = 0;
  let firstBodyLine = 1;
  let waiting: ChunkRecord | undefined;
  for await (const window of textWindows(open(), windowLength, options.dialect)) {
    const numbered = { ...identity, firstChunkNumber: chunkCount };
    const made = draftStructurally(window.text, numbered, structural, { before: sections });
    sections = made.sections;
    draftCount += made.drafts.length;
    if (window.startOffset === 0) firstBodyLine = made.parsed.bodyLine;
    const drafts = made.drafts.map((draft) => withPlaceInText(draft, window, totalChars));
    const bodyLine = made.parsed.bodyLine + window.startLine;
    const checked = assertOrFilterInvalid(drafts, { mode, identity: numbered, options: structural, bodyLine });
    for (const diagnostic of made.diagnostics) onDiagnostic?.(withLineOffset(diagnostic, window.startLine));
    for (const diagnostic of checked.diagnostics) onDiagnostic?.(diagnostic);
    for (const dropped of checked.dropped) onDropped?.(dropped);
    for (const { record } of checked.drafts) {
      if (waiting !== undefined) yield { ...waiting, nextId: record.id };
      waiting = record;
    }
    chunkCount += checked.drafts.length;
  }
  if (waiting !== undefined) yield waiting;
  if (draftCount === 0) {
    for (const diagnostic of emptyDocument(identity, mode, firstBodyLine).diagnostics) onDiagnostic?.(diagnostic);
  }
}

async function totalLength(parts: AsyncIterable<string> | Iterable<string>): Promise<number> {
  let length = 0;
  for await (const part of parts) length += part.length;
  return length;
}

/** The draft with its place in the whole text. */
function withPlaceInText(draft: DraftRecord, { startOffset, startLine }: TextWindow, totalChars: number): DraftRecord {
  const { sourcePosition, source } = draft.record;
  return {
    ...draft,
    record: {
      ...draft.record,
      sourcePosition: {
        charStart: sourcePosition.charStart + startOffset,
        charEnd: sourcePosition.charEnd + startOffset,
        totalChars,
      },
      ...(source === undefined
        ? {}
        : { source: { ...source, startLine: source.startLine + startLine, endLine: source.endLine + startLine } }),
    },
  };
}

function withLineOffset(diagnostic: Diagnostic, lineCount: number): Diagnostic {
  return diagnostic.line === undefined ? diagnostic : { ...diagnostic, line: diagnostic.line + lineCount };
}

/** A part of a text that can be read by itself: it ends before a block that is at the top level. */
interface TextWindow {
  readonly text: string;
  /** Where it starts in the whole text: UTF-16 units, and lines. */
  readonly startOffset: number;
  readonly startLine: number;
}

/** Share of a window that must be left behind its end, so that what is left can fill a chunk. */
const RESERVE_SHARE = 0.25;
const LINE_END = /\r\n|\n|\r/g;

/**
 * Cuts a text that comes in parts into windows that follow each other. A window ends before a heading, of the first two
 * levels if there is one, else before a paragraph; where there is neither it grows until there is.
 *
 * @param windowLength UTF-16 units that a window has at least, but for the last
 */
async function* textWindows(
  parts: AsyncIterable<string> | Iterable<string>,
  windowLength: number,
  dialect?: Dialect,
): AsyncGenerator<TextWindow> {
  let held: string[] = [];
  let heldLength = 0;
  let wantedLength = windowLength * (1 + RESERVE_SHARE);
  let startOffset = 0;
  let startLine = 0;
  for await (const part of parts) {
    held.push(part);
    heldLength += part.length;
    if (heldLength < wantedLength) continue;
    const text = held.join('');
    const end = windowEnd(text, windowLength, { isFirst: startOffset === 0, dialect });
    held = [text];
    if (end === undefined) {
      wantedLength = heldLength * 2;
      continue;
    }
    const window = text.slice(0, end);
    yield { text: window, startOffset, startLine };
    startOffset += end;
    startLine += window.match(LINE_END)?.length ?? 0;
    held = [text.slice(end)];
    heldLength -= end;
    wantedLength = windowLength * (1 + RESERVE_SHARE);
  }
  yield { text: held.join(''), startOffset, startLine };
}

/** Offset at which a window may end; `undefined` where nothing may be cut. */
function windowEnd(
  text: string,
  windowLength: number,
  { isFirst, dialect }: { readonly isFirst: boolean; readonly dialect: Dialect | undefined },
): number | undefined {
  const bodyOffset = isFirst ? bodyOffsetOf(text, dialect) : 0;
  const { blocks } = scanBlocks(text, bodyOffset, dialect);
  const latest = text.length - windowLength * RESERVE_SHARE;
  const earliest = windowLength / 2;
  const lastWhere = (mayStart: (block: BlockOf, before: BlockOf | undefined) => boolean) =>
    blocks.findLast(
      (block, i) => block.startOffset >= earliest && block.startOffset <= latest && mayStart(block, blocks[i - 1]),
    )?.startOffset;
  return (
    lastWhere((block) => isOwnLineHeading(block) && block.heading.level <= 2) ??
    lastWhere(isOwnLineHeading) ??
    lastWhere(isParagraphAfterText)
  );
}

type BlockOf = BlockScan['blocks'][number];

/** A paragraph under a heading stays with it. */
function isParagraphAfterText({ type }: BlockOf, before: BlockOf | undefined): boolean {
  return type === 'paragraph' && before !== undefined && before.type !== 'heading';
}

/** A heading with its mark on its own line: one that is underlined could have more lines above it. */
function isOwnLineHeading(block: BlockOf): block is Extract<BlockOf, { type: 'heading' }> {
  return block.type === 'heading' && block.heading.lineCount === 1;
}
