import type { BoundaryReason } from '../chunk.js';
import { deeperHeadingTokens, type SemanticOptions, type TailMode } from './options.js';
import type { Unit, UnitCursor } from './unit-cursor.js';

/** A run of units that makes a chunk, before its text is cut. */
export interface Span {
  /** 0-based lines of the first and last unit; blank lines behind the last unit are not counted. */
  readonly firstLine: number;
  lastLine: number;
  tokenCount: number;
  /** Level of the heading that the span starts with, or 0 when it starts with text. */
  readonly firstLevel: number;
  deepestLevel: number;
  sectionCount: number;
  readonly startReason: BoundaryReason;
}

/**
 * Groups units into spans by the rules of the semantic strategy:
 * a span that starts at an H1 ends at its second H2; at another heading no deeper than the deepest in the span it ends
 * from the minimum on, at a deeper one from half way to the maximum; any unit that would exceed the maximum ends it.
 */
export function findSpans(units: UnitCursor, options: SemanticOptions): Span[] {
  const spans: Span[] = [];
  let current: Span | undefined;
  while (units.next()) {
    const reason: BoundaryReason | undefined =
      current === undefined ? 'document-start' : boundaryBefore(units, current, options);
    if (reason !== undefined) {
      current = startSpan(units, reason);
      spans.push(current);
    } else extendSpan(current!, units);
  }
  return spans;
}

function boundaryBefore(unit: Unit, span: Span, options: SemanticOptions): BoundaryReason | undefined {
  if (unit.level > 0) return boundaryAtHeading(unit.level, span, options);
  if (span.tokenCount + unit.tokenCount <= options.maxTokens) return undefined;
  return unit.isFence ? 'block-over-maximum' : 'line-over-maximum';
}

function boundaryAtHeading(level: number, span: Span, options: SemanticOptions): BoundaryReason | undefined {
  if (span.firstLevel === 1 && level === 2) return span.sectionCount > 0 ? 'second-section' : undefined;
  if (level <= span.deepestLevel) return span.tokenCount >= options.minTokens ? 'heading' : undefined;
  return span.tokenCount >= deeperHeadingTokens(options) ? 'deeper-heading' : undefined;
}

function startSpan(unit: Unit, startReason: BoundaryReason): Span {
  return {
    firstLine: unit.firstLine,
    lastLine: unit.lastLine,
    tokenCount: unit.tokenCount,
    firstLevel: unit.level,
    deepestLevel: unit.level,
    sectionCount: 0,
    startReason,
  };
}

function extendSpan(span: Span, unit: Unit): void {
  span.lastLine = unit.lastLine;
  span.tokenCount += unit.tokenCount;
  span.deepestLevel = Math.max(span.deepestLevel, unit.level);
  if (unit.level === 2) span.sectionCount++;
}

/**
 * Settles the last span when it is under the minimum.
 *
 * @returns the spans that become chunks, and the span whose text is left out, if any
 */
export function settleTail(
  spans: readonly Span[],
  options: SemanticOptions,
): { kept: Span[]; dropped: Span | undefined } {
  const kept = [...spans];
  const last = kept.at(-1);
  const previous = kept.at(-2);
  if (last === undefined || previous === undefined || last.tokenCount >= options.minTokens)
    return { kept, dropped: undefined };
  const settle: Record<TailMode, () => Span | undefined> = {
    keep: () => undefined,
    drop: () => kept.pop(),
    merge: () => {
      if (previous.tokenCount + last.tokenCount > options.maxTokens) return undefined;
      kept.splice(-2, 2, { ...previous, lastLine: last.lastLine, tokenCount: previous.tokenCount + last.tokenCount });
      return undefined;
    },
  };
  return { dropped: settle[options.tail](), kept };
}
