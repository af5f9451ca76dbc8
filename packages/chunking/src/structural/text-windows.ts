import { type BlockScan, bodyOffsetOf, type Dialect, scanBlocks } from '@topicmill/text/markdown';

/** A part of a text that can be read by itself: it ends before a block that is at the top level. */
export interface TextWindow {
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
export async function* textWindows(
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
