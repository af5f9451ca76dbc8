const SWEEPS = 12;

/**
 * The directions in which vectors differ most from zero, the strongest first: eigenvectors of their second moments, by
 * Jacobi rotations ("Über ein leichtes Verfahren …", 1846). Additions, products, divisions and square roots in a fixed
 * order, so that every machine finds the same ones.
 *
 * @param {Float32Array} vectors one after the other
 * @param {number} dimensions of a vector
 * @param {number} count of directions
 * @returns {Float64Array} directions one after the other, of unit length
 */
export function principalComponents(vectors, dimensions, count) {
  const moments = secondMoments(vectors, dimensions);
  const eigenvectors = identity(dimensions);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let p = 0; p < dimensions; p++) {
      for (let q = p + 1; q < dimensions; q++) rotate(moments, eigenvectors, p, q, dimensions);
    }
  }
  const order = Array.from({ length: dimensions }, (_, at) => at).sort(
    (a, b) => moments[b * dimensions + b] - moments[a * dimensions + a] || a - b,
  );
  const components = new Float64Array(count * dimensions);
  for (let at = 0; at < count; at++) {
    const from = order[at] * dimensions;
    components.set(eigenvectors.subarray(from, from + dimensions), at * dimensions);
  }
  return components;
}

/**
 * Vectors in the directions of components.
 *
 * @returns {Float32Array} one after the other
 */
export function projected(vectors, dimensions, components) {
  const count = components.length / dimensions;
  const rows = vectors.length / dimensions;
  const result = new Float32Array(rows * count);
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < count; at++) {
      let sum = 0;
      for (let d = 0; d < dimensions; d++) sum += vectors[row * dimensions + d] * components[at * dimensions + d];
      result[row * count + at] = sum;
    }
  }
  return result;
}

function secondMoments(vectors, dimensions) {
  const moments = new Float64Array(dimensions * dimensions);
  for (let start = 0; start < vectors.length; start += dimensions) {
    for (let a = 0; a < dimensions; a++) {
      const value = vectors[start + a];
      for (let b = a; b < dimensions; b++) moments[a * dimensions + b] += value * vectors[start + b];
    }
  }
  for (let a = 0; a < dimensions; a++) {
    for (let b = 0; b < a; b++) moments[a * dimensions + b] = moments[b * dimensions + a];
  }
  return moments;
}

function identity(size) {
  const matrix = new Float64Array(size * size);
  for (let at = 0; at < size; at++) matrix[at * size + at] = 1;
  return matrix;
}

/** Turns two axes so that the moments no longer mix them; the rows of `eigenvectors` are the axes. */
function rotate(moments, eigenvectors, p, q, size) {
  const mixed = moments[p * size + q];
  if (mixed === 0) return;
  const half = (moments[q * size + q] - moments[p * size + p]) / (2 * mixed);
  const tangent = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let at = 0; at < size; at++) {
    const a = moments[p * size + at];
    const b = moments[q * size + at];
    moments[p * size + at] = cosine * a - sine * b;
    moments[q * size + at] = sine * a + cosine * b;
    const x = eigenvectors[p * size + at];
    const y = eigenvectors[q * size + at];
    eigenvectors[p * size + at] = cosine * x - sine * y;
    eigenvectors[q * size + at] = sine * x + cosine * y;
  }
  for (let at = 0; at < size; at++) {
    const a = moments[at * size + p];
    const b = moments[at * size + q];
    moments[at * size + p] = cosine * a - sine * b;
    moments[at * size + q] = sine * a + cosine * b;
  }
}
