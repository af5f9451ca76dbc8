import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
// biome-ignore lint/style/noRestrictedImports: outside the workspaces there is no package of ours to read a command line with
import { parseArgs } from 'node:util';
import { loadWordVectors } from '../../../packages/embedding/dist/static-embeddings/load-word-vectors.js';
import { PieceRows } from '../../../packages/embedding/dist/static-embeddings/piece-rows.js';
import { serializeWordVectors } from '../../../packages/embedding/dist/static-embeddings/serialize-word-vectors.js';
import { TextPieces } from '../../../packages/embedding/dist/static-embeddings/text-pieces.js';
import { encodedTexts } from './encoded-texts.mjs';
import { ENCODER_SIZE, openEncoder } from './encoder.mjs';
import { encodedBags, fitTable } from './fit-table.mjs';
import { lockPackages } from './packages.mjs';
import { principalComponents, projected } from './principal-components.mjs';
import { readTexts } from './texts.mjs';

/** Texts that the table is made from; another number makes another table. */
const SENTENCES = 40_000;
const PASSAGES = 3_000;
/** Components of a row. */
const DIMENSIONS = 256;
/** A piece that words are made of, as the reader of the table cuts them. */
const ASKED_FOR = /^(?:##)?[\p{Script=Latin}\p{N}]+$/u;
const TABLE = fileURLToPath(new URL('../../../packages/embedding/data/word-vectors.bin', import.meta.url));

const USAGE = `node src/main.mjs --model <folder> [--folder <folder>] [--encode <worker>/<workers>] [--out <file>]
node src/main.mjs --lock

  --model   folder of the encoder: model-int8.onnx and tokenizer.json
  --folder  where packages and vectors are kept between runs; default: topicmill-distil in the system's temporary folder
  --encode  only encode, every n-th step: several workers may run at once
  --out     the table; default: the one of packages/embedding
  --lock    write the integrity of each package to texts.lock.json`;

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'topicmill-distil') },
    encode: { type: 'string' },
    out: { type: 'string', default: TABLE },
    lock: { type: 'boolean' },
  },
});
if (values.lock) lockPackages(resolve(values.folder));
else if (values.model === undefined) console.error(USAGE);
else await distil(resolve(values.model), resolve(values.folder));

async function distil(model, folder) {
  const encoder = await openEncoder(model);
  const texts = readTexts(join(folder, 'packages'));
  const sentences = texts.sentences.slice(0, SENTENCES);
  const passages = texts.passages.slice(0, PASSAGES);
  const { vocabulary } = encoder;
  const whole = vocabulary.filter((piece) => ASKED_FOR.test(piece) && !piece.startsWith('##'));
  const pieces = [...whole, ...vocabulary.filter((piece) => ASKED_FOR.test(piece) && piece.startsWith('##'))];
  const [worker, workers] = (values.encode ?? '0/1').split('/').map(Number);
  const encode = (name, some) =>
    encodedTexts(encoder, some, { folder: join(folder, 'vectors'), name, worker, workers });
  const starts = await encode(
    'pieces',
    vocabulary.map((piece) => piece.replace('##', '')),
  );
  const all = { sentences: await encode('sentences', sentences), passages: await encode('passages', passages) };
  if (values.encode !== undefined) return;
  const components = principalComponents(joined([all.sentences, all.passages]), ENCODER_SIZE, DIMENSIONS);
  const reduced = (vectors) => projected(vectors, ENCODER_SIZE, components);
  const counter = new TextPieces(new PieceRows(pieces.join('\n')));
  const count = (text) => counter.count(text);
  const bags = [
    ...encodedBags(sentences, reduced(all.sentences), count, { dimensions: DIMENSIONS, isPassage: false }),
    ...encodedBags(passages, reduced(all.passages), count, { dimensions: DIMENSIONS, isPassage: true }),
  ];
  const start = reduced(joined(pieces.map((piece) => vectorAt(starts, vocabulary.indexOf(piece)))));
  const { table, agreement } = fitTable(bags, start, DIMENSIONS);
  const bytes = serializeWordVectors({ words: pieces, wordDimensions: DIMENSIONS, vectors: table });
  writeFileSync(values.out, bytes);
  console.log(`mean cosine to the encoder on texts left out: ${agreement.toFixed(4)}`);
  console.log(`${values.out}: ${bytes.length} bytes, table ${loadWordVectors(bytes).sha256}`);
}

function vectorAt(vectors, at) {
  return vectors.subarray(at * ENCODER_SIZE, (at + 1) * ENCODER_SIZE);
}

function joined(arrays) {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
