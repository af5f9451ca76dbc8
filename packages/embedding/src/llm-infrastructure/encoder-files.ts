import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';

type Environment = Readonly<Record<string, string | undefined>>;

/** A file of the encoder: where its publisher has it, and what it contains. */
export interface EncoderFile {
  /** Its name in the folder of the encoder. */
  readonly name: string;
  /** Below the address of the publisher, and of any mirror. */
  readonly path: string;
  readonly sha256: string;
}

/** all-MiniLM-L6-v2 (Apache-2.0; sentence-transformers) with weights of 8 bits. */
export const ENCODER_NAME = 'all-minilm-l6-v2';
const PUBLISHER = 'https://huggingface.co';
const REPOSITORY = 'Xenova/all-MiniLM-L6-v2/resolve/main';
export const ENCODER_FILES: readonly EncoderFile[] = [
  {
    name: 'model.onnx',
    path: 'onnx/model_quantized.onnx',
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  {
    name: 'tokenizer.json',
    path: 'tokenizer.json',
    sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  },
];

/** Digits of the hash that names an encoder of one's own. */
const DIGIT_COUNT = 16;

/** Where it is published: at its publisher, or the mirror that `HF_ENDPOINT` names, as for other programs. */
export function encoderAddress(env: Environment): string {
  return `${(env['HF_ENDPOINT'] || PUBLISHER).replace(/\/$/, '')}/${REPOSITORY}`;
}

/** Where the encoder is: `TOPICMILL_ENCODER`, or a folder of the user's cache. */
export function encoderFolder(env: Environment): string {
  const own = env['TOPICMILL_ENCODER'];
  if (own) return resolve(own);
  const cache = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(env['HOME'] ?? '.', '.cache');
  return join(cache, 'topicmill', 'encoder');
}

/** An encoder as it is on the disk. */
export interface StoredEncoder {
  /** `encoder:all-minilm-l6-v2`, or `encoder:` and a hash of the files. */
  readonly model: string;
  /** Whether it is the one that `topicmill encoder` gets. */
  readonly isPublished: boolean;
  /** @throws TopicmillError `ENCODER_MISSING`, and `ENCODER_INVALID` for other files than those that were pinned */
  read(): EncoderContent;
}

export interface EncoderContent {
  /** ONNX. */
  readonly model: Uint8Array;
  /** Of `tokenizer.json`. */
  readonly tokenizer: object;
}

/**
 * Finds an encoder.
 *
 * @param spec `encoder`, or `encoder:<folder>` for one of one's own: it is named by its content, which is read for it
 * @throws TopicmillError `ENCODER_MISSING` for a folder without the files
 */
export function findEncoder(spec: string, env: Environment): StoredEncoder {
  const folder = spec.slice('encoder:'.length);
  if (folder === '' || folder === ENCODER_NAME) {
    return {
      model: `encoder:${ENCODER_NAME}`,
      isPublished: true,
      read: () => encoderContent(ENCODER_FILES.map((file) => readPinned(file, env))),
    };
  }
  const remedy =
    'Name a folder with model.onnx and tokenizer.json: encoder:<folder>. An index names such an encoder by its hash.';
  const files = ENCODER_FILES.map(({ name }) => readEncoderFile(resolve(folder), name, remedy));
  const hash = createHash('sha256');
  for (const file of files) hash.update(file);
  return {
    model: `encoder:${hash.digest('hex').slice(0, DIGIT_COUNT)}`,
    isPublished: false,
    read: () => encoderContent(files),
  };
}

function encoderContent([model, tokenizer]: readonly Uint8Array[]): EncoderContent {
  return { model: model!, tokenizer: JSON.parse(new TextDecoder().decode(tokenizer!)) as object };
}

function readPinned({ name, sha256 }: EncoderFile, env: Environment): Uint8Array {
  const folder = encoderFolder(env);
  const bytes = readEncoderFile(folder, name);
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  throw new TopicmillError('ENCODER_INVALID', 'A file of the encoder is not the one that is published.', {
    file: join(folder, name),
    remedy: 'Get it again: npx topicmill encoder. An encoder of your own is named by its folder: encoder:<folder>.',
  });
}

function readEncoderFile(folder: string, name: string, remedy = 'Get it, 23 MB: npx topicmill encoder'): Uint8Array {
  try {
    return readFileSync(join(folder, name));
  } catch (cause) {
    throw new TopicmillError('ENCODER_MISSING', 'The sentence encoder is not on this machine.', {
      file: join(folder, name),
      remedy,
      cause,
    });
  }
}
