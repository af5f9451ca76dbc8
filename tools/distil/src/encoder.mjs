import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';

/** Pieces that the encoder knows. */
const PIECE_COUNT = 30_522;
/** Numbers of a vector of the encoder. */
export const ENCODER_SIZE = 384;
/** Most pieces of a text that the encoder reads, the two marks at its ends included. */
const MAX_PIECES = 256;
/** Texts of the same length that the encoder reads together. */
const BATCH = 32;

/**
 * @typedef {object} Encoder
 * @property {readonly string[]} vocabulary all pieces by their ids
 * @property {string} sha256 of the model
 * @property {(texts: readonly string[]) => Promise<Float32Array>} encode vectors of unit length, one after the other
 */

/**
 * Opens a sentence encoder in WebAssembly with one thread, whose numbers are the same on every machine.
 *
 * @param {string} folder with `tokenizer.json` and `model-int8.onnx`
 * @returns {Promise<Encoder>}
 */
export async function openEncoder(folder) {
  env.wasm.numThreads = 1;
  const model = readFileSync(join(folder, 'model-int8.onnx'));
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')), {});
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'] });
  const encode = async (texts) => {
    const pieces = texts.map((text) => limited(tokenizer.encode(text).ids));
    const vectors = new Float32Array(texts.length * ENCODER_SIZE);
    for (const numbers of batchesOfOneLength(pieces)) {
      const length = pieces[numbers[0]].length;
      const states = await run(
        session,
        numbers.flatMap((number) => pieces[number]),
        length,
      );
      for (const [row, number] of numbers.entries()) {
        writeMean(vectors.subarray(number * ENCODER_SIZE, (number + 1) * ENCODER_SIZE), states, row * length, length);
      }
    }
    return vectors;
  };
  const vocabulary = Array.from({ length: PIECE_COUNT }, (_, id) => tokenizer.id_to_token(id) ?? '');
  return { vocabulary, sha256: createHash('sha256').update(model).digest('hex'), encode };
}

function limited(pieces) {
  return pieces.length > MAX_PIECES ? [...pieces.slice(0, MAX_PIECES - 1), pieces.at(-1)] : pieces;
}

/** Numbers of texts, those of one length together: padding would change the numbers of the texts next to it. */
function batchesOfOneLength(pieces) {
  const batches = [];
  for (const numbers of groupByLength(pieces).values()) {
    for (let at = 0; at < numbers.length; at += BATCH) batches.push(numbers.slice(at, at + BATCH));
  }
  return batches;
}

function groupByLength(pieces) {
  const groups = new Map();
  for (const [at, { length }] of pieces.entries()) {
    if (!groups.has(length)) groups.set(length, []);
    groups.get(length).push(at);
  }
  return groups;
}

async function run(session, pieces, length) {
  const shape = [pieces.length / length, length];
  const tensor = (data) => new Tensor('int64', data, shape);
  const output = await session.run({
    input_ids: tensor(BigInt64Array.from(pieces, BigInt)),
    attention_mask: tensor(new BigInt64Array(pieces.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(pieces.length)),
  });
  return output[session.outputNames[0]].data;
}

/** The mean of a text's states, of unit length. */
function writeMean(target, states, start, length) {
  let squares = 0;
  for (let d = 0; d < ENCODER_SIZE; d++) {
    let sum = 0;
    for (let row = start; row < start + length; row++) sum += states[row * ENCODER_SIZE + d];
    target[d] = sum;
    squares += sum * sum;
  }
  const norm = Math.sqrt(squares);
  for (let d = 0; d < ENCODER_SIZE; d++) target[d] /= norm;
}
