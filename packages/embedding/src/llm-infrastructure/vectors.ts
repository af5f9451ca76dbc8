import { TopicmillError } from '@topicmill/base/diagnostics';
import { exactUnitVector } from '@topicmill/text/vectors';
import { isFiniteVector } from '../embedding-cache/index.js';

const BYTES_PER_NUMBER = 4;

/** A vector and the number of tokens that it represents. */
export interface WeightedVector {
  readonly vector: Float32Array;
  readonly tokenCount: number;
}

/**
 * Decodes the vector that a server sent: a list of numbers, or base64 of little-endian float32. Servers that are asked
 * for one of them at times send the other. What is not a number becomes NaN, for `checkVector` to find.
 *
 * @returns `undefined` when it is neither
 */
export function decodeVector(sent: unknown): Float32Array | undefined {
  if (Array.isArray(sent)) return Float32Array.from(sent, (value) => (typeof value === 'number' ? value : Number.NaN));
  if (typeof sent !== 'string') return undefined;
  const bytes = Buffer.from(sent, 'base64');
  if (bytes.length % BYTES_PER_NUMBER !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / BYTES_PER_NUMBER }, (_, index) =>
    bytes.readFloatLE(index * BYTES_PER_NUMBER),
  );
}

/**
 * Checks a vector that a model gave.
 *
 * @param label what the caller calls the text
 * @param dimensions length that it must have, where one is known
 * @throws TopicmillError `EMBEDDER_BAD_VECTOR`
 */
export function checkVector(vector: Float32Array, label: string, model: string, dimensions: number | undefined): void {
  const fault = vectorFault(vector, dimensions);
  if (fault === undefined) return;
  throw new TopicmillError('EMBEDDER_BAD_VECTOR', `The vector of ${label} ${fault}.`, {
    remedy: `Check that ${model} is an embedding model and that its server works.`,
  });
}

/** Whether `checkVector` accepts a vector. */
export function isSound(vector: Float32Array, dimensions: number | undefined): boolean {
  return vectorFault(vector, dimensions) === undefined;
}

/**
 * The mean of the vectors of one text's windows, weighted by tokens, at length 1. A single vector is returned as it is.
 */
export function poolVectors(parts: readonly WeightedVector[]): Float32Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first.vector;
  const sum = new Float64Array(first?.vector.length ?? 0);
  for (const { vector, tokenCount } of parts) {
    vector.forEach((value, at) => {
      sum[at]! += value * tokenCount;
    });
  }
  return Float32Array.from(exactUnitVector(sum));
}

function vectorFault(vector: Float32Array, dimensions: number | undefined): string | undefined {
  if (vector.length === 0) return 'is empty';
  if (dimensions !== undefined && vector.length !== dimensions) {
    return `has ${vector.length} numbers instead of ${dimensions}`;
  }
  if (!isFiniteVector(vector)) return 'contains something that is not a finite number';
  return vector.some((value) => value !== 0) ? undefined : 'is zero';
}
