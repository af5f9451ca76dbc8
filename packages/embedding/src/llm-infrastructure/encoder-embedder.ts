import { setImmediate as nextTurn } from 'node:timers/promises';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type EmbedOptions, labelOf } from '@topicmill/text/embedder';
import { isMostlyLatin } from '@topicmill/text/scripts';
import pLimit from 'p-limit';
import { assertTexts } from './assert-texts.js';
import { type EncoderContent, findEncoder } from './encoder-files.js';
import { estimateWordPieces } from './estimate-word-pieces.js';
import type { ModelEmbedder } from './model-embedder.js';
import { checkVector, poolVectors, type WeightedVector } from './vectors.js';

/** Whether a configuration names a sentence encoder in this process. */
export function isEncoder(spec: string): boolean {
  return /^encoder(?::|$)/.test(spec.trim());
}

/**
 * Embeds with a sentence encoder in this process, which is opened for the first text and kept open. Nothing is fetched.
 *
 * @throws TopicmillError `ENCODER_MISSING` for a folder without an encoder
 */
export function createEncoderEmbedder(spec: string, env: Readonly<Record<string, string | undefined>>): ModelEmbedder {
  const { model, isPublished, read } = findEncoder(spec.trim(), env);
  let opened: Promise<Encode> | undefined;
  const open = async (): Promise<Encode> => openEncoder(read());
  // Call after call, so that what is waited for is done one by one, and progress shows.
  const oneCall = pLimit(1);
  const embedAll = async (texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> => {
    opened ??= open();
    const encode = await opened;
    const vectors: Float32Array[] = [];
    for (const [index, text] of texts.entries()) {
      await nextTurn();
      if (options.signal?.aborted) throw abortedError();
      const vector = await encode(text);
      checkVector(vector, labelOf(options.labels, index), model, undefined);
      vectors.push(vector);
      options.onBatch?.(index, [vector]);
    }
    return vectors;
  };
  return {
    model,
    encoder: 'all',
    async embed(texts, options = {}) {
      assertTexts(texts, options.labels);
      return texts.length === 0 ? [] : oneCall(() => embedAll(texts, options));
    },
    // The published one was trained on English: what it makes of other scripts is near anything.
    ...(isPublished && { knowsOf: async (text) => isMostlyLatin(text) }),
    estimate: async (texts) => ({
      tokenCount: texts.reduce((sum, text) => sum + estimateWordPieces(text), 0),
      costUsd: 0,
    }),
  };
}

function abortedError(): TopicmillError {
  return new TopicmillError('EMBEDDER_ABORTED', 'Embedding was stopped.', { remedy: 'Run the command again.' });
}

/** Most pieces that are read at once, the marks at both ends included: the encoder was trained on so many. */
const MAX_PIECES = 256;

type Runtime = typeof import('onnxruntime-web');
type Tokenizers = typeof import('@huggingface/tokenizers');

/** Turns a text into a vector of unit length; one text at a time. */
type Encode = (text: string) => Promise<Float32Array>;

/**
 * Opens a sentence encoder in WebAssembly with one thread, whose numbers are the same on every machine. A text is padded with
 * nothing and read alone, since other texts in the same run would change its numbers.
 *
 * @throws TopicmillError `ENCODER_MISSING` if the packages that run it are not installed
 */
async function openEncoder({ model, tokenizer }: EncoderContent): Promise<Encode> {
  const [{ env, InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    optionalPackage<Runtime>('onnxruntime-web'),
    optionalPackage<Tokenizers>('@huggingface/tokenizers'),
  ]);
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' });
  const pieces = new Tokenizer(tokenizer, {});
  const marks = pieces.encode('').ids;
  const encodeWindow = async (own: readonly number[]): Promise<WeightedVector> => {
    const ids = [...marks.slice(0, 1), ...own, ...marks.slice(1)];
    const tensor = (data: BigInt64Array) => new Tensor('int64', data, [1, ids.length]);
    const inputs = {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
    const asked = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
    const output = (await session.run(Object.fromEntries(asked)))[session.outputNames[0]!]!;
    return { vector: normalizedMean(output.data as Float32Array, ids.length), tokenCount: ids.length };
  };
  return async (text) => {
    const windows = splitIntoWindows(pieces.encode(text, { add_special_tokens: false }).ids, MAX_PIECES - marks.length);
    const parts: WeightedVector[] = [];
    for (const window of windows) parts.push(await encodeWindow(window));
    return poolVectors(parts);
  };
}

/** By a name that bundlers do not follow: only those who want an encoder install it. */
async function optionalPackage<Module>(name: string): Promise<Module> {
  try {
    return (await import(name)) as Module;
  } catch (cause) {
    throw new TopicmillError(
      'ENCODER_MISSING',
      `The package ${name}, which runs the sentence encoder, is not installed.`,
      {
        remedy: 'npm install onnxruntime-web@1.30.0 @huggingface/tokenizers@0.2.0',
        cause,
      },
    );
  }
}

function splitIntoWindows(ids: readonly number[], size: number): (readonly number[])[] {
  if (ids.length <= size) return [ids];
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
}

/** The mean of the states of a text's pieces, of unit length. */
function normalizedMean(states: Float32Array, count: number): Float32Array {
  const dimensions = states.length / count;
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < states.length; at++) sums[at % dimensions]! += states[at]!;
  const length = Math.sqrt(sums.reduce((squares, value) => squares + value * value, 0));
  return Float32Array.from(sums, (value) => value / length);
}
