import type { ChunkRecord } from './record-schema.js';

/** What `new Document(…)` of `@langchain/core` takes, and what its vector stores take as they are. */
export interface LangChainDocument {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What `new TextNode(…)` of LlamaIndex takes. */
export interface LlamaIndexNode {
  readonly id_: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Keys of `metadata` that are not embedded: the breadcrumb is in `text` already. */
  readonly excludedEmbedMetadataKeys: string[];
  /** Keys of `metadata` that a model is not shown: all but the title and the headings. */
  readonly excludedLlmMetadataKeys: string[];
  readonly relationships: Partial<Record<LlamaIndexRelation, LlamaIndexRelated>>;
  readonly startCharIdx: number;
  readonly endCharIdx: number;
}

export interface LlamaIndexRelated {
  readonly nodeId: string;
  readonly metadata: Readonly<Record<string, never>>;
}

/** `NodeRelationship` of LlamaIndex: source document, previous and next node. */
type LlamaIndexRelation = 'SOURCE' | 'PREVIOUS' | 'NEXT';

const SHOWN_TO_MODELS: ReadonlySet<string> = new Set(['fileTitle', 'headerBreadcrumb']);

/**
 * A record as a LangChain document: `embedText` is its content, all other fields are its metadata, `originalText` for
 * display among them.
 */
export function toLangChainDocument(record: ChunkRecord): LangChainDocument {
  const { embedText, ...metadata } = record;
  return { id: record.id, pageContent: embedText, metadata };
}

/** A record as a LlamaIndex node, linked to its document and its neighbours. */
export function toLlamaIndexNode(record: ChunkRecord): LlamaIndexNode {
  const { embedText, id, parentId, prevId, nextId, ...metadata } = record;
  return {
    id_: id,
    text: embedText,
    metadata,
    excludedEmbedMetadataKeys: Object.keys(metadata),
    excludedLlmMetadataKeys: Object.keys(metadata).filter((key) => !SHOWN_TO_MODELS.has(key)),
    relationships: {
      SOURCE: related(parentId),
      ...(prevId === null ? {} : { PREVIOUS: related(prevId) }),
      ...(nextId === null ? {} : { NEXT: related(nextId) }),
    },
    startCharIdx: record.sourcePosition.charStart,
    endCharIdx: record.sourcePosition.charEnd,
  };
}

function related(nodeId: string): LlamaIndexRelated {
  return { nodeId, metadata: {} };
}
