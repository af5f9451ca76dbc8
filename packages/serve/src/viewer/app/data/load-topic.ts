import { isMissingFile } from '@topicmill/search/retrieval';
import { splitFrontMatter } from '@topicmill/text/markdown';
import {
  type ChunkItem,
  type MatchedPrompt,
  type QaPair,
  readQaPairs,
  readTopicSpec,
  type TopicIndex,
} from '@topicmill/topics/formats';
import { pathIn, QA_PAIRS_FILE, REFERENCE_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import { type KnownInlines, type RenderedPart, renderParts } from '../markdown/render-markdown.js';
import type { DocsConnection } from './docs-connection.js';
import { textsAfterEdit } from './texts-after-edit.js';

const LINE_END = /\r\n|\n|\r/g;

/** A chunk with what the viewer shows of it. */
export interface ShownChunk {
  readonly item: ChunkItem;
  readonly rendered: RenderedPart;
  /** 1-based lines of its own text in the source. */
  readonly lines: readonly [first: number, last: number];
  readonly prompts: readonly MatchedPrompt[];
}

/** A topic with all that its page shows. */
export interface LoadedTopic {
  readonly index: TopicIndex;
  /** The reference as it is, with the name of its file. */
  readonly source: { readonly text: string; readonly file: string };
  /** By index; empty when the topic has a reference that was not cut into chunks. */
  readonly chunks: readonly ShownChunk[];
  /** The whole reference, when there are no chunks. */
  readonly whole: RenderedPart | undefined;
  readonly questions: readonly QaPair[];
  /** Chunking strategy and embedding model. */
  readonly madeBy: { readonly strategy: string; readonly model: string } | undefined;
}

/** What `topic-spec.md` adds to the text of a topic: how it was made, and the questions of its chunks. */
export type TopicSpec = Pick<LoadedTopic, 'madeBy'> & {
  /** Of the topic. */
  readonly id: string;
  /** By chunk. */
  readonly prompts: readonly (readonly MatchedPrompt[])[];
};

/** A reference: what is before its first chunk, such as front matter, and the texts of the chunks. */
interface Parts {
  readonly head: string;
  readonly texts: readonly string[];
}

/** A topic of which `topic-spec.md` is not read yet: that takes as long as all the rest. */
export type TopicText = Omit<LoadedTopic, 'madeBy'> & {
  /** The index as it was read, and the parts of the reference that came with it. */
  readonly cut: { readonly index: TopicIndex; readonly parts: Parts };
  /** Those that it was read from, next to its index. */
  readonly files: readonly string[];
};

/** What is known about a topic as it was before. */
interface KnownTopic {
  readonly inlines: KnownInlines;
  readonly text: TopicText | undefined;
}

/** Loads the text of a topic, or a category, which has neither chunks nor a reference. */
export async function loadTopicText(
  connection: DocsConnection,
  id: string,
  { inlines, text: known }: KnownTopic,
): Promise<TopicText> {
  // Files are read at once, not after the index has named them.
  const begun = new Map(known?.files.map((file) => [file, connection.readDocument(pathIn(id, file))]));
  // One that is gone is not named by the index either.
  for (const read of begun.values()) read.catch(() => {});
  const index = await connection.index(id);
  const { 'qa-pairs': questions } = index._links;
  const chunkSet = index._embedded.chunks?.['golden-reference'];
  const sourceFile = chunkSet?.source ?? REFERENCE_FILE;
  const documentFile = documentOf(index, sourceFile);
  const readIf = async (isThere: boolean, file: string) =>
    isThere ? (begun.get(file) ?? connection.readDocument(pathIn(id, file))) : undefined;
  const [source, questionText] = await Promise.all([
    readIf(documentFile !== undefined, documentFile ?? '').catch((thrown: unknown) => {
      // While chunks are written, they are of two builds; the end of the build is told.
      if (known === undefined || isMissingFile(thrown)) throw thrown;
      return undefined;
    }),
    readIf(questions !== undefined, QA_PAIRS_FILE).then(decoded),
  ]);
  // An editor may empty a file before it writes it, and of no text nothing is built.
  if (documentFile !== undefined && (source?.length ?? 0) === 0 && known !== undefined) return known;
  const items = chunkSet?.items ?? [];
  const text = decoded(source) ?? '';
  // A text that is newer than the index is saved and not built yet.
  const isAfterEdit = known?.cut.index === index && source !== undefined;
  const cut = isAfterEdit ? known.cut : { index, parts: referenceParts(items, source ?? new Uint8Array()) };
  const parts = isAfterEdit ? partsAfterEdit(cut.parts, text) : cut.parts;
  const chunks = items.length === 0 || source === undefined ? [] : showChunks(items, parts, id, inlines);
  return {
    index: isAfterEdit ? { ...index, title: titleAfterEdit(known, chunks) } : index,
    cut,
    source: { text, file: sourceFile },
    chunks,
    whole:
      items.length > 0 || source === undefined
        ? undefined
        : renderParts(text.slice(splitFrontMatter(text).bodyOffset), [0], id, inlines)[0],
    questions: questionText === undefined ? [] : readQaPairs(questionText, pathIn(id, QA_PAIRS_FILE)).pairs,
    files: [
      ...(documentFile === undefined ? [] : [documentFile]),
      ...(questionText === undefined ? [] : [QA_PAIRS_FILE]),
    ],
  };
}

/** Next to the index: the document, or the manifest of the chunks that are all of it. */
function documentOf({ _links: links }: TopicIndex, sourceFile: string): string | undefined {
  if (links['golden-reference'] !== undefined) return sourceFile;
  return links.chunks && pathIn('_chunks', decodeURIComponent(links.chunks.href.split('/').at(-1)!));
}

export async function loadTopicSpec(connection: DocsConnection, { index }: TopicText): Promise<TopicSpec> {
  const { id } = index;
  const isThere = index._links['topic-spec'] !== undefined;
  const text = isThere ? await connection.readText(pathIn(id, TOPIC_SPEC_FILE)) : undefined;
  const made = text === undefined ? undefined : readTopicSpec(text, pathIn(id, TOPIC_SPEC_FILE)).sections?.chunks;
  return {
    id,
    madeBy: made === undefined ? undefined : { strategy: made.strategy, model: made.model },
    prompts: made?.items.map(({ prompts }) => prompts) ?? [],
  };
}

/** @param spec of the topic, also of another state of it */
export function withSpec(topic: TopicText, { madeBy, prompts }: TopicSpec): LoadedTopic {
  const chunks = topic.chunks.map((chunk, at) => ({ ...chunk, prompts: prompts[at] ?? [] }));
  return { ...topic, chunks, madeBy };
}

/** A title that is the first heading of a text is so after an edit. */
function titleAfterEdit({ index: { title }, chunks: before }: TopicText, chunks: readonly ShownChunk[]): string {
  const headings = [before, chunks].map((each) => each[0]?.rendered.headings[0]?.text);
  return headings[0] === title ? (headings[1] ?? title) : title;
}

/** The parts of a reference by its index. A chunk may begin in the middle of a line, never in the middle of a character. */
function referenceParts(items: readonly ChunkItem[], source: Uint8Array): Parts {
  const texts = items.map(({ source_range: { start, end } }) => decoded(source.subarray(start, end)));
  return { head: decoded(source.subarray(0, items[0]?.source_range.start)), texts };
}

/** The same of a reference that is newer than its index. */
function partsAfterEdit({ head, texts }: Parts, text: string): Parts {
  const begin = head === '' ? 0 : splitFrontMatter(text).bodyOffset;
  return { head: text.slice(0, begin), texts: textsAfterEdit(texts, text.slice(begin)) };
}

function showChunks(
  items: readonly ChunkItem[],
  { head, texts }: Parts,
  id: string,
  inlines: KnownInlines,
): ShownChunk[] {
  const firstLines = [0];
  for (const text of texts) firstLines.push(firstLines.at(-1)! + (text.match(LINE_END)?.length ?? 0));
  const offset = head.match(LINE_END)?.length ?? 0;
  const parts = renderParts(texts.join(''), firstLines.slice(0, -1), id, inlines);
  return items.map((item, at) => {
    const first = offset + firstLines[at]! + 1;
    return {
      item,
      rendered: parts[at]!,
      lines: [first, Math.max(first, offset + firstLines[at + 1]!)],
      prompts: [],
    };
  });
}

function decoded(bytes: Uint8Array): string;
function decoded(bytes: Uint8Array | undefined): string | undefined;
function decoded(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
