import { isMailbox } from '@topicmill/artifacts/text';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { parseJsonIfValid } from '@topicmill/base/json';
import * as z from 'zod';
import { type IngestSource, type ReadSource, readArtifact, type SharedFields } from './ingest-source.js';
import { mailSources } from './mail-sources.js';

/** Bytes at the beginning of stdin that tell a mailbox from a single mail. */
const HEAD_BYTES = 65_536;

const lineSchema = z.strictObject({
  content: z.string(),
  artifact_type: z.string().optional(),
  source_system: z.string().optional(),
  source_id: z.string().optional(),
  title: z.string().optional(),
  sensitivity: z.string().optional(),
  ts: z.string().optional(),
  attributes: z.record(z.string(), z.json()).optional(),
});

/** The whole of stdin as one artifact, or the emails of a mailbox. */
export async function* stdinSources(fields: SharedFields, io: CommandIo): AsyncGenerator<IngestSource> {
  const { type = 'doc', sourceSystem = 'stdin' } = fields;
  const bytes = await readStdin(io);
  const given = { ...fields, sourceSystem };
  if (type === 'email' && isMailbox('', Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))) {
    yield* mailSources({ bytes: [bytes], name: 'stdin', sourceId: 'mailbox' }, given, false);
  } else yield { name: 'stdin', read: () => readArtifact(bytes, type, given, undefined) };
}

/** An artifact for each line of stdin, which is JSON with `content` and what is known about it. */
export async function* lineSources(fields: SharedFields, io: CommandIo): AsyncGenerator<IngestSource> {
  const text = new TextDecoder('utf-8').decode(await readStdin(io));
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() !== '') yield { name: `stdin:${i + 1}`, read: () => readLine(line, i + 1, fields) };
  }
}

async function readLine(line: string, lineNumber: number, fields: SharedFields): Promise<ReadSource> {
  const values = parseLine(line, lineNumber);
  const type = fields.type ?? values.artifact_type ?? 'doc';
  const { artifact, warnings } = await readArtifact(
    values.content,
    type,
    {
      sourceSystem: fields.sourceSystem ?? values.source_system ?? 'stdin',
      sourceId: values.source_id,
      title: fields.title ?? values.title,
      sensitivity: fields.sensitivity ?? values.sensitivity,
      ts: fields.ts ?? values.ts,
    },
    undefined,
  );
  const attributes = { ...artifact.attributes, ...values.attributes, ...fields.attributes };
  return { artifact: { ...artifact, attributes }, warnings };
}

function parseLine(line: string, lineNumber: number): z.infer<typeof lineSchema> {
  const result = lineSchema.safeParse(parseJsonIfValid(line));
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new TopicmillError('ARTIFACT_INVALID', `${path.join('.') || 'The line'}: ${message}.`, {
    file: 'stdin',
    line: lineNumber,
    remedy: 'Write a JSON object with content and, if you like, artifact_type, source_system, source_id, title, ts.',
  });
}

async function readStdin({ stdin }: CommandIo): Promise<Uint8Array> {
  if (stdin === undefined) return new Uint8Array();
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}
