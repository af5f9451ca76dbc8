import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { writeFileIfChanged } from '@topicmill/base/files';
import {
  ENCODER_FILES,
  type EncoderFile,
  encoderAddress,
  encoderFolder,
  proxiedFetch,
} from '@topicmill/embedding/llm-infrastructure';
import { topicmillCommand } from '../report/report-command.js';

/** Runs `topicmill encoder`; see `--help`. */
export const encoder = topicmillCommand(
  {
    name: 'topicmill encoder',
    description:
      'Gets the sentence encoder that `embedding.questions: encoder` and `embedding.model: encoder` ask for: all-MiniLM-L6-v2, 23 MB, Apache-2.0. Each file is checked by its SHA-256, wherever it comes from. The only command that fetches a model.',
    examples: [
      ['topicmill encoder', 'fetch it from its publisher'],
      ['HF_ENDPOINT=https://mirror.example topicmill encoder', 'fetch it from a mirror of huggingface.co'],
      ['topicmill encoder --from https://files.example/minilm', 'fetch it from elsewhere'],
      ['topicmill encoder --from ../models/minilm', 'take it from a folder, without a network'],
    ],
  },
  (program, io) =>
    program.option(
      '--from <address>',
      'address or folder with onnx/model_quantized.onnx and tokenizer.json',
      encoderAddress(io.env),
    ),
  (io) =>
    async ({ from }: { readonly from: string }) => {
      const folder = encoderFolder(io.env);
      for (const file of ENCODER_FILES) {
        const isThere = existsSync(join(folder, file.name)) && isPublished(readFileSync(join(folder, file.name)), file);
        if (!isThere) writeFileIfChanged(join(folder, file.name), await readOrFetch(file, from, io));
        io.stdout.write(`${isThere ? 'is there' : 'written'} ${join(folder, file.name)}\n`);
      }
    },
);

/** @throws TopicmillError `ENCODER_MISSING` where it cannot be read, `ENCODER_INVALID` for another file */
async function readOrFetch(file: EncoderFile, from: string, io: CommandIo): Promise<Uint8Array> {
  const isAddress = /^https?:/i.test(from);
  const place = isAddress ? `${from.replace(/\/$/, '')}/${file.path}` : placeIn(resolve(io.cwd, from), file);
  let bytes: Uint8Array;
  try {
    bytes = isAddress ? await fetched(place, io.env) : readFileSync(place);
  } catch (cause) {
    throw new TopicmillError('ENCODER_MISSING', `${place} cannot be read: ${(cause as Error).message}`, {
      remedy: 'Name a mirror, or a folder with the files, with --from.',
      cause,
    });
  }
  if (isPublished(bytes, file)) return bytes;
  throw new TopicmillError(
    'ENCODER_INVALID',
    `${place} is not the file that is published: its SHA-256 is not ${file.sha256}.`,
    {
      remedy: 'Name another mirror with --from. Nothing was written.',
    },
  );
}

/** As its publisher has it, or as `topicmill encoder` wrote it. */
function placeIn(folder: string, { path, name }: EncoderFile): string {
  return existsSync(join(folder, path)) ? join(folder, path) : join(folder, name);
}

async function fetched(address: string, env: CommandIo['env']): Promise<Uint8Array> {
  const response = await proxiedFetch(env)(address);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function isPublished(bytes: Uint8Array, { sha256 }: EncoderFile): boolean {
  return createHash('sha256').update(bytes).digest('hex') === sha256;
}
