import { endianness } from 'node:os';

const isLittleEndian = endianness() === 'LE';

/** Bytes of one number in a `chunk-N.bin`. */
export const BYTES_PER_NUMBER = 4;

/** The vector as little-endian float32, whatever the byte order of this machine. */
export function vectorToBytes(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(new Float32Array(vector).buffer);
  return isLittleEndian ? bytes : bytes.swap32();
}

/**
 * The vector encoded in little-endian float32 bytes, or `undefined` if the bytes do not encode one: no whole number of floats,
 * none at all, or one that is not finite.
 */
export function bytesToVector(bytes: Uint8Array): Float32Array | undefined {
  if (bytes.length === 0 || bytes.length % BYTES_PER_NUMBER !== 0) return undefined;
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  copy.set(bytes);
  if (!isLittleEndian) copy.swap32();
  const vector = new Float32Array(copy.buffer, copy.byteOffset, bytes.length / BYTES_PER_NUMBER);
  return isFiniteVector(vector) ? vector : undefined;
}

const NON_FINITE_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Whether every number of the vector is finite. The engine's own search takes less time than a call for each number. */
export function isFiniteVector(vector: Float32Array): boolean {
  return !NON_FINITE_NUMBERS.some((value) => vector.includes(value));
}
