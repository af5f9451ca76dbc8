import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENCODER_SIZE } from './encoder.mjs';

/** Texts that are encoded and written together. */
const STEP = 500;

/**
 * Vectors of texts by the encoder. They are written step by step to files named after the texts and the model, so that a
 * run that was ended resumes where it left off and several may run at once.
 *
 * @param {import('./encoder.mjs').Encoder} encoder
 * @param {readonly string[]} texts
 * @param {{ folder: string, name: string, worker?: number, workers?: number }} options with workers, only every n-th step
 * @returns {Promise<Float32Array>} of the texts one after the other; of other workers' steps, zeros
 */
export async function encodedTexts(encoder, texts, { folder, name, worker = 0, workers = 1 }) {
  mkdirSync(folder, { recursive: true });
  const vectors = new Float32Array(texts.length * ENCODER_SIZE);
  for (let start = 0; start < texts.length; start += STEP) {
    if ((start / STEP) % workers !== worker) continue;
    const step = texts.slice(start, start + STEP);
    const key = createHash('sha256')
      .update(JSON.stringify([encoder.sha256, step]))
      .digest('hex')
      .slice(0, 24);
    const file = join(folder, `${key}.f32`);
    if (!existsSync(file)) {
      const encoded = await encoder.encode(step);
      writeFileSync(`${file}.${process.pid}`, new Uint8Array(encoded.buffer));
      renameSync(`${file}.${process.pid}`, file);
      process.stderr.write(`${name}: ${start + step.length} of ${texts.length}\n`);
    }
    vectors.set(new Float32Array(readFileSync(file).buffer.slice(0)), start * ENCODER_SIZE);
  }
  return vectors;
}
