import { TopicmillError } from '@topicmill/base/diagnostics';

/**
 * The vector at length 1, so that a dot product is a cosine.
 *
 * @param dimensions number of components that it must have
 * @param label what an error calls its text
 * @throws TopicmillError `EMBEDDER_BAD_VECTOR`
 */
export function unitVector(vector: Float32Array, dimensions: number, label: string): Float32Array {
  if (vector.length !== dimensions || dimensions === 0) {
    throw badVector(`The vector of ${label} has ${vector.length} numbers instead of ${dimensions}.`);
  }
  let squares = 0;
  for (let at = 0; at < dimensions; at++) squares += vector[at]! * vector[at]!;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) throw badVector(`The vector of ${label} is zero or not finite.`);
  // A vector of unit length stays as it is, bit for bit: it is read, exported and imported again.
  return Math.abs(length - 1) < 1e-6 ? vector : vector.map((value) => value / length);
}

/** Cosine of two vectors of unit length. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

function badVector(message: string): TopicmillError {
  return new TopicmillError('EMBEDDER_BAD_VECTOR', message, {
    remedy: 'Check that the model is one for embeddings and that its server works.',
  });
}
