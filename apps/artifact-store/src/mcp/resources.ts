import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { describeFaults } from '@topicmill/serve/mcp';
import {
  type ClientStore,
  DATA_NOTICE,
  LIST_PAGE_SIZE,
  MAX_ANSWER_LENGTH,
  markedText,
  type ServedStore,
  sliceText,
  unknownArtifact,
} from './served-store.js';

const PLAIN_TEXT = 'text/plain';

/** Address of an artifact as a resource. */
export function artifactUri(id: string): string {
  return `artifact-store://artifact/${encodeURIComponent(id)}`;
}

/** Address of a chunk as a resource. */
export function chunkUri(id: string, index: number): string {
  return `artifact-store://chunk/${encodeURIComponent(id)}/${index}`;
}

/** Registers artifacts and their chunks as resources. The first artifacts are listed; others are found by the tools. */
export function registerResources(server: McpServer, { store }: ServedStore): void {
  server.registerResource(
    'artifact',
    new ResourceTemplate('artifact-store://artifact/{artifact}', {
      list: async () => {
        const { artifacts } = await store.list({ limit: LIST_PAGE_SIZE });
        return {
          resources: artifacts.map(({ id, metadata }) => ({
            uri: artifactUri(id),
            name: id,
            title: metadata.title ?? id,
            mimeType: PLAIN_TEXT,
          })),
        };
      },
    }),
    { title: 'Artifact', description: `The beginning of an artifact's text. ${DATA_NOTICE}`, mimeType: PLAIN_TEXT },
    (uri, { artifact }) => read(uri, () => readBeginning(store, String(artifact))),
  );
  server.registerResource(
    'chunk',
    new ResourceTemplate('artifact-store://chunk/{artifact}/{index}', { list: undefined }),
    { title: 'Chunk', description: `A chunk of an artifact. ${DATA_NOTICE}`, mimeType: PLAIN_TEXT },
    (uri, { artifact, index }) => read(uri, () => chunkText(store, String(artifact), Number(index))),
  );
}

async function readBeginning(store: ClientStore, id: string): Promise<string> {
  const text = await store.getText(id);
  if (text === undefined) throw unknownArtifact(id);
  return markedText(id, sliceText(text, 0, MAX_ANSWER_LENGTH).part);
}

async function chunkText(store: ClientStore, id: string, index: number): Promise<string> {
  if (!Number.isSafeInteger(index) || index < 0) throw unknownArtifact(`${id}, chunk ${index}`);
  const [chunk] = await store.getChunks(id, { from: index, to: index });
  if (chunk === undefined) throw unknownArtifact(`${id}, chunk ${index}`);
  return markedText(chunk.id, chunk.content);
}

async function read(uri: URL, work: () => Promise<string>): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri: uri.href, mimeType: PLAIN_TEXT, text: await work() }] };
  } catch (thrown) {
    throw new McpError(ErrorCode.InvalidParams, describeFaults(thrown));
  }
}
