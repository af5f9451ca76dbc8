import { statSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ArtifactInput } from '@topicmill/artifacts/store';
import { isEncoding } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type AccessRight, RIGHTS } from '@topicmill/serve/access';
import { toolInput, toolResult } from '@topicmill/serve/mcp';
import * as z from 'zod';
import { VERSION } from '../commands/shared-options.js';
import { fileSource, isMailboxFile } from '../ingest/file-sources.js';
import { readArtifact, type SharedFields } from '../ingest/ingest-source.js';
import { FILTER_INPUT, filterOf, registerReadTools } from './read-tools.js';
import { registerResources } from './resources.js';
import {
  DATA_NOTICE,
  MAX_ATTRIBUTES,
  MAX_CONTENT_BYTES,
  MAX_FIELD_LENGTH,
  type ServedStore,
  unknownArtifact,
} from './served-store.js';

const nonEmptyText = z.string().min(1).max(MAX_FIELD_LENGTH);

const INPUT = toolInput({
  content: z.string().optional().describe(`The text, at most ${MAX_CONTENT_BYTES} bytes; or give path.`),
  path: nonEmptyText
    .optional()
    .describe('A text file, mail or PDF below a folder that the server may read; or give content.'),
  encoding: nonEmptyText.optional().describe('Encoding of the file, such as latin1. Default: detected.'),
  artifact_type: nonEmptyText.optional().describe('email, chat, code or doc. Default: by the file name, else doc.'),
  source_system: nonEmptyText.optional().describe('Where it comes from. Default: mcp, or file for a path.'),
  source_id: nonEmptyText
    .optional()
    .describe('Its name there: with the same name, new text replaces the old. Default: the path, or none.'),
  title: nonEmptyText.optional(),
  sensitivity: nonEmptyText.optional().describe('Sensitivity level: normal, or any other word.'),
  ts: nonEmptyText.optional().describe('Time of the artifact, ISO 8601.'),
  attributes: z
    .record(nonEmptyText, z.string().max(MAX_FIELD_LENGTH))
    .refine((facts) => Object.keys(facts).length <= MAX_ATTRIBUTES, `At most ${MAX_ATTRIBUTES} attributes.`)
    .optional()
    .describe(`Additional facts, at most ${MAX_ATTRIBUTES}.`),
});

type Input = z.infer<typeof INPUT>;

/** Registers `artifact_ingest`. */
function registerIngestTool(server: McpServer, served: ServedStore): void {
  server.registerTool(
    'artifact_ingest',
    {
      title: 'Store an artifact',
      description:
        'Stores a text or a file so that it can be searched. Storing the same text again changes nothing; new text from the same source replaces the old text.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      inputSchema: INPUT,
      outputSchema: {
        artifact_id: z.string(),
        is_chunked: z.boolean(),
        num_chunks: z.int(),
        stored_ids: z.array(z.string()),
        outcome: z.enum(['new', 'changed', 'same']),
        embedded_count: z.int(),
        reused_count: z.int(),
      },
    },
    (input, { signal }) =>
      toolResult(async () => {
        const result = await served.store.ingest(await artifactInput(input, served), { signal });
        const chunks = result.is_chunked ? `${result.num_chunks} chunks` : 'whole';
        return { data: { ...result }, text: `${result.artifact_id}: ${result.outcome}, ${chunks}.` };
      }),
  );
}

async function artifactInput(input: Input, { roots, folders }: ServedStore): Promise<ArtifactInput> {
  const { content, path } = input;
  if ((content === undefined) === (path === undefined)) {
    throw new TopicmillError('ARTIFACT_INVALID', 'Give either content or a path, not both.', {
      remedy: 'Give one of them.',
    });
  }
  const fields: SharedFields = {
    type: input.artifact_type,
    sourceSystem: input.source_system,
    sourceId: input.source_id,
    title: input.title,
    sensitivity: input.sensitivity,
    ts: input.ts,
    attributes: input.attributes,
    encoding: input.encoding,
  };
  checkEncoding(input);
  if (content !== undefined) {
    checkSize(Buffer.byteLength(content));
    const { source_system: sourceSystem = 'mcp', artifact_type: type = 'doc' } = input;
    return (await readArtifact(content, type, { ...fields, sourceSystem }, undefined)).artifact;
  }
  const real = roots.resolveFile(path!);
  checkSize(statSync(real).size);
  if (isMailboxFile(real, input.artifact_type)) {
    throw new TopicmillError('ARTIFACT_INVALID', 'The file is a mailbox with several emails.', {
      remedy: 'Store it with the command artifact-store ingest, which takes mailboxes.',
    });
  }
  const read = await fileSource(real, fields, folders, false).read();
  if ('skipped' in read) throw new TopicmillError('NOT_TEXT', read.skipped, { remedy: 'Give a text file in UTF-8.' });
  return read.artifact;
}

function checkEncoding({ encoding, content }: Input): void {
  if (encoding === undefined || (content === undefined && isEncoding(encoding))) return;
  const message =
    content === undefined ? `There is no encoding ${JSON.stringify(encoding)}.` : 'Content has no encoding.';
  throw new TopicmillError('INVALID_OPTION', message, { remedy: 'Omit it, or give the path of the file.' });
}

function checkSize(byteCount: number): void {
  if (byteCount <= MAX_CONTENT_BYTES) return;
  throw new TopicmillError('ARTIFACT_TOO_LARGE', `The text has ${byteCount} bytes, over ${MAX_CONTENT_BYTES}.`, {
    remedy: 'Store it with the command artifact-store ingest, or in parts.',
  });
}

const INSTRUCTIONS = `A store of emails, chats, documents and code. Begin with artifact_search. ${DATA_NOTICE}`;

/**
 * An MCP server over a store: tools to ingest, search, read, list and delete, and artifacts and chunks as resources. It
 * is to be connected to a transport; each connection needs a server of its own.
 *
 * @param rights of the client; what it may not do is not offered
 */
export function createArtifactServer(served: ServedStore, rights: readonly AccessRight[] = RIGHTS): McpServer {
  const server = new McpServer({ name: 'artifact-store', version: VERSION }, { instructions: INSTRUCTIONS });
  if (rights.includes('ingest')) registerIngestTool(server, served);
  registerReadTools(server, served);
  if (rights.includes('delete')) registerDeleteTool(server, served);
  registerResources(server, served);
  return server;
}

/** Registers `artifact_delete`. */
function registerDeleteTool(server: McpServer, { store }: ServedStore): void {
  server.registerTool(
    'artifact_delete',
    {
      title: 'Delete artifacts',
      description:
        'Deletes an artifact, or all that match a filter, with chunks and vectors. This cannot be undone: call artifact_list with the same filter first.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      inputSchema: toolInput({
        artifact_id: z.string().min(1).max(MAX_FIELD_LENGTH).optional().describe('The artifact; or give a filter.'),
        ...FILTER_INPUT,
      }),
      outputSchema: { deleted: z.array(z.string()) },
    },
    ({ artifact_id: id, ...input }) =>
      toolResult(async () => {
        const isFiltered = Object.values(input).some((value) => value !== undefined);
        if ((id === undefined) !== isFiltered) throw oneOfBoth();
        if (id !== undefined && !(await store.delete(id))) throw unknownArtifact(id);
        const deleted = id === undefined ? await store.deleteMatching(filterOf(input)) : [id];
        return { data: { deleted: [...deleted] }, text: `Deleted ${deleted.join(', ') || 'nothing'}.` };
      }),
  );
}

function oneOfBoth(): TopicmillError {
  return new TopicmillError('INVALID_OPTION', 'Give either an artifact_id or a filter, not both.', {
    remedy: 'Give one of them.',
  });
}
