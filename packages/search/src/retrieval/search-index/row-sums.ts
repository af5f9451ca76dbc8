/** What is used of WebAssembly: the types of this room are neither those of browsers nor those of Node. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** A query in whole numbers, as rows of four-bit codes are multiplied with it: the sums are the same whoever computes them. */
export interface WholeQuery {
  /** Components in steps of `step`; an even number of them. */
  readonly components: Int16Array;
  readonly step: number;
}

/** Largest size of a component; of longer vectors less, so that sums of products with codes fit in 32 bits. */
const MAX_COMPONENT = 32_767;
const MAX_CODE = 15;

export function wholeQuery(query: Float32Array): WholeQuery {
  const limit = Math.min(MAX_COMPONENT, Math.floor((2 ** 31 - 1) / (MAX_CODE * Math.max(1, query.length))));
  let largest = 0;
  for (let at = 0; at < query.length; at++) largest = Math.max(largest, Math.abs(query[at]!));
  const step = largest / limit;
  const components = new Int16Array(2 * Math.ceil(query.length / 2));
  if (step > 0) for (let at = 0; at < query.length; at++) components[at] = Math.round(query[at]! / step);
  return { components, step };
}

/** Products of codes with a query, a sum for each of some rows; the codes of a row begin after its first four bytes. */
export type SumRows = (rows: Uint8Array, rowLength: number, query: WholeQuery) => Int32Array;

const SCALE_BYTES = 4;

let fastest: SumRows | undefined;

/** With vector instructions where there are any: several times as fast, and the same. */
export const sumRows: SumRows = (...args) => {
  fastest ??= vectorSums() ?? plainSums;
  return fastest(...args);
};

/** For each byte of a row, a table of what its two codes add. */
export const plainSums: SumRows = (rows, rowLength, { components }) => {
  const byteCount = components.length / 2;
  const tables = new Int32Array(256 * byteCount);
  for (let at = 0; at < byteCount; at++) {
    for (let byte = 0; byte < 256; byte++) {
      tables[256 * at + byte] = components[2 * at]! * (byte & 15) + components[2 * at + 1]! * (byte >> 4);
    }
  }
  const sums = new Int32Array(rows.length / rowLength);
  for (let row = 0; row < sums.length; row++) {
    const start = row * rowLength + SCALE_BYTES;
    let sum = 0;
    for (let at = 0; at < byteCount; at++) sum += tables[256 * at + rows[start + at]!]!;
    sums[row] = sum;
  }
  return sums;
};

/** Bytes that one instruction takes, and components of the query for them, of two bytes each. */
const BLOCK = 16;
const QUERY_BLOCK = 4 * BLOCK;
const PAGE_BYTES = 65_536;
/** Rows are handed over by so many bytes, which stay near the processor. */
const ROWS_BYTES = 2 * PAGE_BYTES;

/** Places in memory: rows from and to, the length of one, a query from and to, and of the sums. */
type Sum = (...places: readonly number[]) => void;

/** Memory that instructions work in, and where a query and the sums of some rows are in it. */
interface Workplace {
  readonly buffer: ArrayBuffer;
  readonly sum: Sum;
  readonly queryStart: number;
  readonly sumsStart: number;
}

/** By the memory of rows that stay there. */
const workplaces = new WeakMap<ArrayBufferLike, Workplace>();

/**
 * Room for rows that many queries are compared with: where vector instructions read them, which else are given a copy for each
 * query.
 */
export function roomForRows(rowCount: number, rowLength: number): Uint8Array {
  const byteCount = rowCount * rowLength;
  try {
    const workplace = workplaceFor(byteCount, rowLength);
    workplaces.set(workplace.buffer, workplace);
    return new Uint8Array(workplace.buffer, 0, byteCount);
  } catch {
    return new Uint8Array(byteCount);
  }
}

/** @returns `undefined` where there are no vector instructions, or a page forbids code of its own */
export function vectorSums(): SumRows | undefined {
  let ofCopies: Workplace | undefined;
  let copiedLength = 0;
  const forCopies = (rowLength: number): Workplace => {
    if (ofCopies === undefined || rowLength !== copiedLength)
      ofCopies = workplaceFor(rowsAtOnce(rowLength) * rowLength, rowLength);
    copiedLength = rowLength;
    return ofCopies;
  };
  try {
    forCopies(SCALE_BYTES);
  } catch {
    return undefined;
  }
  return (rows, rowLength, { components }) => {
    const resident = workplaces.get(rows.buffer);
    const { buffer, sum, queryStart, sumsStart } = resident ?? forCopies(rowLength);
    const queryEnd = queryStart + queryBytesOf(rowLength);
    placeComponents(new Int16Array(buffer, queryStart, (queryEnd - queryStart) / 2), components);
    const copies = new Uint8Array(buffer);
    const sums = new Int32Array(rows.length / rowLength);
    for (let first = 0; first < sums.length; first += rowsAtOnce(rowLength)) {
      const count = Math.min(rowsAtOnce(rowLength), sums.length - first);
      const own = rows.subarray(first * rowLength, (first + count) * rowLength);
      if (resident === undefined) copies.set(own);
      const start = resident === undefined ? 0 : own.byteOffset;
      sum(start, start + own.length, rowLength, queryStart, queryEnd, sumsStart);
      sums.set(new Int32Array(buffer, sumsStart, count), first);
    }
    return sums;
  };
}

function rowsAtOnce(rowLength: number): number {
  return Math.max(1, Math.floor(ROWS_BYTES / rowLength));
}

function queryBytesOf(rowLength: number): number {
  return QUERY_BLOCK * Math.ceil((rowLength - SCALE_BYTES) / BLOCK);
}

let compiled: object | undefined;

/** @throws where there are no vector instructions, or a page forbids code of its own */
function workplaceFor(byteCount: number, rowLength: number): Workplace {
  // What is read at once may end after the last row.
  const queryStart = Math.ceil(byteCount / BLOCK) * BLOCK + BLOCK;
  const sumsStart = queryStart + queryBytesOf(rowLength) + QUERY_BLOCK;
  const size = sumsStart + 4 * rowsAtOnce(rowLength);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE_BYTES) });
  compiled ??= new WebAssembly.Module(moduleBytes());
  const { exports } = new WebAssembly.Instance(compiled, { own: { memory } });
  return { buffer: memory.buffer, sum: exports['sum'] as Sum, queryStart, sumsStart };
}

/** As the bytes of a block give them: the lower codes of its first and last eight bytes, then the upper ones. */
function placeComponents(places: Int16Array, components: Int16Array): void {
  places.fill(0);
  for (let at = 0; at < components.length; at++) {
    const byte = at >> 1;
    places[2 * BLOCK * Math.floor(byte / BLOCK) + BLOCK * (at % 2) + (byte % BLOCK)] = components[at]!;
  }
}

/** Types of the WebAssembly specification. */
const [I32, V128, FUNCTION, EMPTY] = [0x7f, 0x7b, 0x60, 0x40];

/** A WebAssembly module with one function: for each row, the sum of the products of its codes with a query. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: readonly number[]): number[] => [
    id,
    ...encodeLeb128(content.length),
    ...content,
  ];
  const name = (text: string): number[] => [text.length, ...new TextEncoder().encode(text)];
  const body = sumOfRows();
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, FUNCTION, 6, I32, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('own'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('sum'), 0, 0]),
    ...section(10, [1, ...encodeLeb128(body.length), ...body]),
  ]);
}

/** The function's body: locals, then instructions, by their names in the specification. */
function sumOfRows(): number[] {
  const [row, endOfRows, rowLength, query, queryEnd, sums, codes, part, bytes, total] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const lane = (at: number): number[] => [...get(total), 0xfd, 0x1b, at];
  return [
    ...[2, 2, I32, 2, V128],
    ...[0x03, EMPTY],
    ...[...get(row), ...constant(SCALE_BYTES), 0x6a, ...set(codes)],
    ...[...get(query), ...set(part)],
    ...[0xfd, 0x0c, ...new Array<number>(BLOCK).fill(0), ...set(total)],
    ...[0x03, EMPTY],
    ...[...get(codes), ...load(0), ...set(bytes)],
    ...addProducts(bytes, part, total),
    ...plus(codes, constant(BLOCK)),
    ...plus(part, constant(QUERY_BLOCK)),
    ...repeatWhileBelow(part, queryEnd),
    0x0b,
    ...get(sums),
    ...[...lane(0), ...lane(1), 0x6a, ...lane(2), 0x6a, ...lane(3), 0x6a],
    ...[0x36, 0x02, 0x00],
    ...plus(sums, constant(4)),
    ...plus(row, get(rowLength)),
    ...repeatWhileBelow(row, endOfRows),
    0x0b,
    0x0b,
  ];
}

/** Adds the products of the codes of a block, two in each byte, with their part of the query. */
function addProducts(bytes: number, part: number, total: number): number[] {
  const lower = [...get(bytes), ...constant(MAX_CODE), 0xfd, 0x0f, 0xfd, 0x4e];
  const upper = [...get(bytes), ...constant(4), 0xfd, 0x6d];
  const [extendLow, extendHigh] = [0x89, 0x8a];
  const [dot, addVectors] = [0xba, 0xae];
  const add = (half: readonly number[], extend: number, offset: number): number[] => [
    ...get(total),
    ...[...half, 0xfd, extend, 0x01],
    ...[...get(part), ...load(offset)],
    ...[0xfd, dot, 0x01],
    ...[0xfd, addVectors, 0x01],
    ...set(total),
  ];
  return [
    ...add(lower, extendLow, 0),
    ...add(lower, extendHigh, BLOCK),
    ...add(upper, extendLow, 2 * BLOCK),
    ...add(upper, extendHigh, 3 * BLOCK),
  ];
}

function get(local: number): number[] {
  return [0x20, local];
}

function set(local: number): number[] {
  return [0x21, local];
}

function plus(local: number, count: readonly number[]): number[] {
  return [...get(local), ...count, 0x6a, ...set(local)];
}

function constant(value: number): number[] {
  return [0x41, ...signedLeb(value)];
}

function load(offset: number): number[] {
  return [0xfd, 0x00, 0x00, offset];
}

function repeatWhileBelow(local: number, end: number): number[] {
  return [...get(local), ...get(end), 0x49, 0x0d, 0];
}

function encodeLeb128(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...encodeLeb128(value >>> 7)];
}

/** Of 0 to 8191. */
function signedLeb(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, value >> 7];
}
