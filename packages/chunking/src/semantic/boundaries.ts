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
  /** Size of the unit that the span starts with. */
  readonly firstTokenCount: number;
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
    firstTokenCount: unit.tokenCount,
  };
}

function extendSpan(span: Span, unit: Unit): void {
  span.lastLine = unit.lastLine;
  span.tokenCount += unit.tokenCount;
  span.deepestLevel = Math.max(span.deepestLevel, unit.level);
  if (unit.level === 2) span.sectionCount++;
}

/** The spans that become chunks, and the span whose text is left out, if any. */
export interface SettledSpans {
  readonly kept: Span[];
  readonly dropped: Span | undefined;
  /** The span that was joined to the last of `kept`, if any. */
  readonly merged: Span | undefined;
}

/**
 * Settles the last span when it is under the minimum. */
export function settleTail(spans: readonly Span[], options: SemanticOptions): SettledSpans {
  const whole = { kept: [...spans], dropped: undefined, merged: undefined };
  const last = spans.at(-1);
  const previous = spans.at(-2);
  if (last === undefined || previous === undefined || last.tokenCount >= options.minTokens) return whole;
  const settle: Record<TailMode, () => SettledSpans> = {
    keep: () => whole,
    drop: () => ({ kept: spans.slice(0, -1), dropped: last, merged: undefined }),
    merge: () => {
      const tokenCount = previous.tokenCount + last.tokenCount;
      if (tokenCount > options.maxTokens) return whole;
      const joined = { ...previous, lastLine: last.lastLine, tokenCount };
      return { kept: [...spans.slice(0, -2), joined], dropped: undefined, merged: last };
    },
  };
  return settle[options.tail]();
}
