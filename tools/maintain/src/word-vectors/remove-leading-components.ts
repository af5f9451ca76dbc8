/** A matrix of word vectors, one row after the other. */
export interface Matrix {
  readonly values: Float32Array;
  readonly columnCount: number;
}

const ITERATION_COUNT = 300;

/**
 * Subtracts the mean and then the leading principal components, which encode frequency and syntax rather than meaning
 * (Mu and Viswanath, "All-but-the-top: simple and effective postprocessing for word representations", 2018). Mean and
 * components are those of the first `sampleCount` rows; all rows lose them. Components come from power iteration, by
 * additions, multiplications, divisions and square roots in a fixed order, so that every machine writes the same table.
 */
export function removeLeadingComponents(matrix: Matrix, componentCount: number, sampleCount: number): void {
  const { columnCount } = matrix;
  subtractMean(matrix, sampleCount);
  const covariance = covarianceOf(matrix, sampleCount);
  const components: Float64Array[] = [];
  for (let n = 0; n < componentCount; n++) components.push(leadingComponent(covariance, columnCount, components));
  for (const row of rowsOf(matrix)) {
    for (const component of components) subtractProjection(row, component);
  }
}

function* rowsOf({ values, columnCount }: Matrix): Generator<Float32Array> {
  for (let start = 0; start < values.length; start += columnCount) yield values.subarray(start, start + columnCount);
}

function subtractMean(matrix: Matrix, sampleCount: number): void {
  const mean = new Float64Array(matrix.columnCount);
  for (let at = 0; at < sampleCount * matrix.columnCount; at++) mean[at % matrix.columnCount]! += matrix.values[at]!;
  for (let column = 0; column < mean.length; column++) mean[column]! /= sampleCount;
  for (const row of rowsOf(matrix)) {
    for (let column = 0; column < row.length; column++) row[column]! -= mean[column]!;
  }
}

function covarianceOf({ values, columnCount }: Matrix, sampleCount: number): Float64Array {
  const covariance = new Float64Array(columnCount * columnCount);
  for (let start = 0; start < sampleCount * columnCount; start += columnCount) {
    for (let a = 0; a < columnCount; a++) {
      const value = values[start + a]!;
      for (let b = 0; b < columnCount; b++) covariance[a * columnCount + b]! += value * values[start + b]!;
    }
  }
  return covariance;
}

function leadingComponent(covariance: Float64Array, columnCount: number, found: readonly Float64Array[]): Float64Array {
  let component = Float64Array.from({ length: columnCount }, (_, column) => 1 + ((column + found.length) % 7));
  for (let iteration = 0; iteration < ITERATION_COUNT; iteration++) {
    const next = component.map((_, a) => dot(covariance.subarray(a * columnCount, (a + 1) * columnCount), component));
    for (const earlier of found) subtractProjection(next, earlier);
    const length = Math.sqrt(dot(next, next));
    if (length === 0) return next;
    component = next.map((value) => value / length);
  }
  return component;
}

function subtractProjection(vector: Float32Array | Float64Array, component: Float64Array): void {
  const size = dot(vector, component);
  for (let at = 0; at < component.length; at++) vector[at]! -= size * component[at]!;
}

function dot(a: Float32Array | Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < b.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
