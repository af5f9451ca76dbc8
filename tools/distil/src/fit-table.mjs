/** How much a row is held to where it starts. */
const RIDGE = 0.3;
const ROUNDS = 15;
/** What a passage counts, against a sentence. */
const PASSAGE_WEIGHT = 3;
/** One text in so many is left out, to see how well the table does on others. */
const HELD_OUT = 20;

/**
 * @typedef {object} EncodedBag the pieces of a text, and its vector by the encoder
 * @property {Int32Array} rows
 * @property {Float32Array} values of each row; their squares sum to 1
 * @property {Float32Array} target of unit length
 * @property {number} weight
 */

/**
 * Makes bags of texts.
 *
 * @param {readonly string[]} texts
 * @param {Float32Array} targets of the texts one after the other
 * @param {(text: string) => readonly { row: number | undefined, count: number }[]} count
 * @param {{ dimensions: number, isPassage: boolean }} kind
 * @returns {EncodedBag[]}
 */
export function encodedBags(texts, targets, count, { dimensions, isPassage }) {
  return texts.flatMap((text, at) => {
    const pieces = count(text).filter(({ row }) => row !== undefined);
    const total = pieces.reduce((sum, { count: times }) => sum + times, 0);
    if (total === 0) return [];
    return {
      rows: Int32Array.from(pieces, ({ row }) => row),
      values: Float32Array.from(pieces, ({ count: times }) => Math.sqrt(times / total)),
      target: unit(targets.subarray(at * dimensions, (at + 1) * dimensions)),
      weight: isPassage ? Math.sqrt(PASSAGE_WEIGHT) : 1,
    };
  });
}

/**
 * Fits a row to each piece so that the sum of a text's rows comes near its vector by the encoder: ridge regression towards
 * `start`, by conjugate gradients (Hestenes and Stiefel, "Methods of conjugate gradients for solving linear systems", 1952)
 * with the diagonal as preconditioner; all components are solved side by side, each with steps of its own.
 *
 * @param {readonly EncodedBag[]} bags
 * @param {Float32Array} start rows one after the other, such as the encoder's vectors of the pieces alone
 * @param {number} dimensions
 * @returns {{ table: Float32Array, agreement: number }} mean cosine to the encoder on texts that were left out
 */
export function fitTable(bags, start, dimensions) {
  const fitted = bags.filter((_, at) => at % HELD_OUT !== 0);
  const heldOut = bags.filter((_, at) => at % HELD_OUT === 0);
  const scale = bestScale(fitted, start, dimensions);
  const table = start.map((value) => value * scale);
  // Rows that no text has stay where they start.
  const used = [...new Set(fitted.flatMap(({ rows }) => [...rows]))].sort((a, b) => a - b);
  const places = new Map(used.map((row, place) => [row, place]));
  const compact = fitted.map((bag) => ({ ...bag, rows: bag.rows.map((row) => places.get(row)) }));
  const part = new Float32Array(used.length * dimensions);
  for (const [place, row] of used.entries()) {
    part.set(table.subarray(row * dimensions, (row + 1) * dimensions), place * dimensions);
  }
  const change = solve(compact, part, dimensions);
  for (const [place, row] of used.entries()) {
    for (let d = 0; d < dimensions; d++) table[row * dimensions + d] += change[place * dimensions + d];
  }
  return { table, agreement: meanCosine(heldOut, table, dimensions) };
}

/** The mean cosine of the table's vectors of texts with those of the encoder. */
export function meanCosine(bags, table, dimensions) {
  const sum = new Float64Array(dimensions);
  let cosines = 0;
  for (const bag of bags) {
    sumRows(bag, table, sum);
    cosines += dot(unit(sum), bag.target);
  }
  return cosines / bags.length;
}

/** The factor by which the start comes nearest to all targets. */
function bestScale(bags, start, dimensions) {
  const sum = new Float64Array(dimensions);
  let above = 0;
  let below = 0;
  for (const bag of bags) {
    sumRows(bag, start, sum);
    above += bag.weight ** 2 * dot(sum, bag.target);
    below += bag.weight ** 2 * dot(sum, sum);
  }
  return above / below;
}

/** The change of a table that lowers the squared error, and costs by its own square. */
function solve(bags, table, dimensions) {
  const size = table.length;
  const sum = new Float64Array(dimensions);
  const rest = new Float64Array(size);
  for (const bag of bags) {
    sumRows(bag, table, sum);
    for (let d = 0; d < dimensions; d++) sum[d] = bag.weight ** 2 * (bag.target[d] - sum[d]);
    addBack(bag, sum, rest);
  }
  const inverse = inverseDiagonal(bags, size / dimensions);
  const change = new Float64Array(size);
  const direction = new Float64Array(size);
  const image = new Float64Array(size);
  let slope = turn(direction, rest, inverse, new Float64Array(dimensions));
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < size; at++) image[at] = RIDGE * direction[at];
    for (const bag of bags) {
      sumRows(bag, direction, sum);
      for (let d = 0; d < dimensions; d++) sum[d] *= bag.weight ** 2;
      addBack(bag, sum, image);
    }
    const curve = dots(direction, image, dimensions);
    const steps = slope.map((value, d) => (curve[d] === 0 ? 0 : value / curve[d]));
    for (let at = 0; at < size; ) {
      for (let d = 0; d < dimensions; d++, at++) {
        change[at] += steps[d] * direction[at];
        rest[at] -= steps[d] * image[at];
      }
    }
    const nextSlope = slopes(rest, inverse, dimensions);
    turn(
      direction,
      rest,
      inverse,
      nextSlope.map((value, d) => (slope[d] === 0 ? 0 : value / slope[d])),
    );
    slope = nextSlope;
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  return change;
}

function inverseDiagonal(bags, rowCount) {
  const diagonal = new Float64Array(rowCount).fill(RIDGE);
  for (const { rows, values, weight } of bags) {
    for (let at = 0; at < rows.length; at++) diagonal[rows[at]] += (weight * values[at]) ** 2;
  }
  return diagonal.map((value) => 1 / value);
}

/** Turns the direction towards what is left, row by row divided by the diagonal. Returns its slopes. */
function turn(direction, rest, inverse, kept) {
  const dimensions = kept.length;
  for (let row = 0, at = 0; row < inverse.length; row++) {
    for (let d = 0; d < dimensions; d++, at++) direction[at] = inverse[row] * rest[at] + kept[d] * direction[at];
  }
  return slopes(rest, inverse, dimensions);
}

function slopes(rest, inverse, dimensions) {
  const sums = new Float64Array(dimensions);
  for (let row = 0, at = 0; row < inverse.length; row++) {
    for (let d = 0; d < dimensions; d++, at++) sums[d] += inverse[row] * rest[at] * rest[at];
  }
  return sums;
}

function dots(a, b, dimensions) {
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < a.length; ) for (let d = 0; d < dimensions; d++, at++) sums[d] += a[at] * b[at];
  return sums;
}

function sumRows({ rows, values }, table, sum) {
  const dimensions = sum.length;
  sum.fill(0);
  for (let at = 0; at < rows.length; at++) {
    const value = values[at];
    for (let d = 0, from = rows[at] * dimensions; d < dimensions; d++, from++) sum[d] += value * table[from];
  }
}

function addBack({ rows, values }, sum, target) {
  const dimensions = sum.length;
  for (let at = 0; at < rows.length; at++) {
    const value = values[at];
    for (let d = 0, to = rows[at] * dimensions; d < dimensions; d++, to++) target[to] += value * sum[d];
  }
}

function unit(vector) {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
  return sum;
}
