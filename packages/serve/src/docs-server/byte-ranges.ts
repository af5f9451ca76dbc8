/** Bytes `start` to `end` (exclusive) of a file. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** More parts than this are answered with the whole file: many small ones cost more than they save. */
const MAX_RANGE_COUNT = 32;

/**
 * Reads a `Range` field (RFC 9110, 14.1.2 and 14.2). Spans that touch are joined; the order is the one asked for.
 *
 * @returns `undefined` when the field is to be ignored: another unit, not of the grammar, too many parts; an empty list
 *   when no part is within the file
 */
export function parseByteRanges(field: string, byteLength: number): readonly ByteSpan[] | undefined {
  const list = /^bytes=(.*)$/i.exec(field.trim())?.[1];
  if (list === undefined) return undefined;
  // Lists may have empty elements (5.6.1).
  const parts = list.split(',').filter((part) => part.trim() !== '');
  const spans: ByteSpan[] = [];
  for (const part of parts) {
    const [, first, last] = /^[ \t]*(\d*)-(\d*)[ \t]*$/.exec(part) ?? [];
    if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
    if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
    const span = first === '' ? suffixSpan(Number(last), byteLength) : innerSpan(first, last, byteLength);
    if (span.start < span.end) spans.push(span);
    // No Content-Range can say "the last bytes of nothing".
    else if (first === '' && byteLength === 0 && Number(last) > 0) return undefined;
  }
  return parts.length === 0 || spans.length > MAX_RANGE_COUNT ? undefined : joinTouching(spans);
}

function suffixSpan(count: number, byteLength: number): ByteSpan {
  return { start: Math.max(0, byteLength - count), end: byteLength };
}

function innerSpan(first: string, last: string, byteLength: number): ByteSpan {
  return { start: Number(first), end: last === '' ? byteLength : Math.min(byteLength, Number(last) + 1) };
}

function joinTouching(spans: readonly ByteSpan[]): ByteSpan[] {
  const joined: ByteSpan[] = [];
  for (const span of spans) {
    let merged = span;
    // A span can close the gap between two that were apart.
    for (let at = joined.length - 1; at >= 0; at--) {
      const other = joined[at]!;
      if (other.start > merged.end || merged.start > other.end) continue;
      merged = { start: Math.min(other.start, merged.start), end: Math.max(other.end, merged.end) };
      joined.splice(at, 1);
      at = joined.length;
    }
    joined.push(merged);
  }
  return joined;
}
