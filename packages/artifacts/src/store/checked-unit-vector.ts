import { TopicmillError } from '@topicmill/base/diagnostics';
import { unitVector, vectorLength } from '@topicmill/text/vectors';

/**
 * The vector at length 1, once it is known to be one that can be searched.
 *
 * @param dimensions number of components that it must have
 * @param label what an error calls its text
 * @throws TopicmillError `EMBEDDER_BAD_VECTOR`
 */
export function checkedUnitVector(vector: Float32Array, dimensions: number, label: string): Float32Array {
  if (vector.length !== dimensions || dimensions === 0) {
    throw badVector(`The vector of ${label} has ${vector.length} numbers instead of ${dimensions}.`);
  }
  const length = vectorLength(vector);
  if (!(length > 0) || !Number.isFinite(length)) throw badVector(`The vector of ${label} is zero or not finite.`);
  // A vector of unit length stays as it is, bit for bit: it is read, exported and imported again.
  return Math.abs(length - 1) < 1e-6 ? vector : unitVector(vector);
}

function badVector(message: string): TopicmillError {
  return new TopicmillError('EMBEDDER_BAD_VECTOR', message, {
    remedy: 'Check that the model is an embedding model and that its server works.',
  });
}
