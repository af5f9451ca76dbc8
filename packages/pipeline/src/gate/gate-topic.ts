import { TextDecoder } from 'node:util';
import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import { type DocumentFile, decodeDocument, sha256Hex } from '@topicmill/base/files';
import {
  type ChunkFacts,
  describeReference,
  manifestChunkFacts,
  type ReferenceDescription,
  readQaPairs,
  readTopicSpec,
} from '@topicmill/topics/formats';
import {
  MODEL_QUESTIONS_FILE,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import { chunkSource, strategyFor } from '../chunk-files/index.js';
import {
  displayPath,
  type Folder,
  includedNames,
  QUESTIONS_STRATEGY,
  readIfText,
  type StepServices,
  sourcePath,
  topicIdsOf,
} from '../runner/index.js';
import {
  differentPairs,
  type ModelQuestion,
  publishedPage,
  questionsOfModels,
  questionWithAnswer,
  topicDocument,
} from '../steps/index.js';
import type { DocsSnapshot } from './docs-snapshot.js';

/** A topic cut into chunks, with its questions. */
export interface GateTopic {
  readonly id: string;
  readonly title: string;
  /** Empty where nobody says what it is about. */
  readonly description: string;
  readonly strategy: string;
  readonly sourceSha256: string;
  readonly chunks: readonly GateChunk[];
  readonly questions: readonly GateQuestion[];
  /** Those that models wrote: searched, never asked. */
  readonly modelQuestions: readonly ModelQuestion[];
  /** Hash of the file that has the questions. */
  readonly questionsSha256: string;
}

/** A chunk as it is compared and searched. */
interface GateChunk extends ChunkFacts {
  readonly title: string;
  /** Of the chunk file, parent headings included. */
  readonly text: string;
  /** Hash of the chunk's own text. */
  readonly sha256: string;
}

/** A question that a topic answers. */
interface GateQuestion {
  readonly text: string;
  /** Markdown. */
  readonly answer: string;
}

/** The topics of a snapshot, and what is wrong with those that are left out. */
export interface CutTopics {
  /** By id. */
  readonly topics: readonly GateTopic[];
  readonly diagnostics: readonly Diagnostic[];
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Cuts all topics as a build would. Nothing is written. */
export async function cutTopics(snapshot: DocsSnapshot): Promise<CutTopics> {
  const topics: GateTopic[] = [];
  const diagnostics: Diagnostic[] = [];
  const { config, tree } = snapshot;
  for (const id of topicIdsOf(tree).filter((each) => !config.chunking.exclude.includes(each))) {
    try {
      topics.push(await cutTopic(tree.get(id)!, snapshot));
    } catch (thrown) {
      diagnostics.push(...diagnosticsOf(thrown, displayPath(config, id)));
    }
  }
  return { topics, diagnostics };
}

async function cutTopic(folder: Folder, snapshot: DocsSnapshot): Promise<GateTopic> {
  const { config } = snapshot;
  const { id } = folder;
  const document = topicDocument(folder);
  const show = (file: string): string => sourcePath(config, folder, file) ?? `${displayPath(config, id)}/${file}`;
  const bytes = (await snapshot.read(id, REFERENCE_FILE)) ?? new Uint8Array();
  const reference = { bytes, text: strictUtf8.decode(bytes) };
  const strategy = await strategyFor(config, folder);
  const included = await includedOf(folder, snapshot);
  const { manifest, texts } = await chunkSource(reference, strategy, {
    sourceName: document.sourceName,
    displayPath: show(REFERENCE_FILE),
    published: publishedPage(config, folder, (name) => included.get(name)),
  });
  const spec = await textOf(snapshot, id, TOPIC_SPEC_FILE);
  const questionBytes = (await snapshot.read(id, QA_PAIRS_FILE)) ?? new Uint8Array();
  const questions = questionsOf(strictUtf8.decode(questionBytes), show(QA_PAIRS_FILE));
  const written = await textOf(snapshot, id, MODEL_QUESTIONS_FILE);
  const taken = questions.map(({ text }) => text);
  const models =
    written === undefined
      ? undefined
      : await questionsOfModels(written, show(MODEL_QUESTIONS_FILE), { id, text: reference.text, manifest }, taken);
  return {
    id,
    ...describedReference(folder, spec, reference.text, show(TOPIC_SPEC_FILE)),
    strategy: manifest.strategy,
    sourceSha256: document.embeddingKey(sha256Hex(bytes)),
    chunks: manifest.chunks.map((chunk, at) => ({
      title: chunk.title,
      text: document.embedded(texts[at]!),
      sha256: sha256Hex(reference.text.slice(chunk.start, chunk.end)),
      ...manifestChunkFacts(chunk),
    })),
    questions,
    modelQuestions: models?.questions ?? [],
    questionsSha256: sha256Hex(questionBytes),
  };
}

async function includedOf(folder: Folder, snapshot: DocsSnapshot): Promise<ReadonlyMap<string, DocumentFile>> {
  const files = new Map<string, DocumentFile>();
  for (const name of includedNames(folder)) {
    const bytes = await snapshot.read(folder.id, name);
    const file = bytes && readIfText(() => decodeDocument(bytes, name));
    if (file !== undefined) files.set(name, file);
  }
  return files;
}

/** Each question once; one without an answer asks for the topic anyway. */
function questionsOf(text: string, file: string): GateQuestion[] {
  return differentPairs(readQaPairs(text, file).pairs).map(({ question, answer }) => ({ text: question, answer }));
}

async function textOf(snapshot: DocsSnapshot, id: string, file: string): Promise<string | undefined> {
  const bytes = await snapshot.read(id, file);
  return bytes && strictUtf8.decode(bytes);
}

/** What people call the topic, and say about it, in its topic-spec.md. */
function describedReference(
  folder: Folder,
  spec: string | undefined,
  text: string,
  file: string,
): ReferenceDescription {
  if (folder.page !== undefined) return { title: folder.page.title, description: folder.page.description };
  const found = describeReference(text, folder.id);
  if (spec === undefined) return found;
  const { metadata, title, description } = readTopicSpec(spec, file);
  return { title: metadata.name || title || found.title, description: metadata.description ?? description };
}

/** What the vectors of a topic's chunks are asked for by: the same as a build asks. */
export function embeddingRequest({
  id,
  strategy,
  sourceSha256,
  chunks,
}: GateTopic): Parameters<StepServices['embed']>[0] {
  return {
    strategy,
    sourceSha256,
    texts: chunks.map(({ text }) => text),
    labels: chunks.map((_, at) => `${id}: chunk ${at}`),
  };
}

/** What the vectors of a topic's questions are asked for by: the same as a build asks. */
export function questionEmbedding({ id, questions, questionsSha256 }: GateTopic): Parameters<StepServices['embed']>[0] {
  return {
    strategy: QUESTIONS_STRATEGY,
    sourceSha256: questionsSha256,
    texts: questions.map(({ text, answer }) => questionWithAnswer(text, answer)),
    labels: questions.map(({ text }) => `${id}: ${text}`),
  };
}

/** What happened to a chunk. */
export interface ChunkChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly title: string;
  /** Where it was and where it is. */
  readonly before: number | undefined;
  readonly now: number | undefined;
  readonly tokensBefore: number;
  readonly tokensNow: number;
}

/** What happened to a topic's chunks. */
export interface TopicChange {
  readonly id: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly chunks: readonly ChunkChange[];
  /** Chunks that did not change, even if they moved. */
  readonly keptCount: number;
}

/** The parts of a topic by which its chunks are compared. */
interface ComparedTopic {
  readonly id: string;
  readonly chunks: readonly ComparedChunk[];
}

/** The parts of a chunk by which it is compared. */
export type ComparedChunk = Pick<GateChunk, 'title' | 'sha256' | 'tokenCount'>;

/** The topics whose chunks differ, by id. A chunk is the same when its own text is. */
export function diffChunks(before: readonly ComparedTopic[], now: readonly ComparedTopic[]): TopicChange[] {
  const [then, after] = [byId(before), byId(now)];
  const ids = [...new Set([...then.keys(), ...after.keys()])].sort();
  return ids.flatMap((id) => {
    const [old, current] = [then.get(id), after.get(id)];
    const { chunks, keptCount } = diffTopic(old?.chunks ?? [], current?.chunks ?? []);
    if (chunks.length === 0) return [];
    return [
      { id, kind: old === undefined ? 'added' : current === undefined ? 'removed' : 'changed', chunks, keptCount },
    ];
  });
}

function byId(topics: readonly ComparedTopic[]): Map<string, ComparedTopic> {
  return new Map(topics.map((topic) => [topic.id, topic]));
}

interface PlacedChunk extends ComparedChunk {
  readonly index: number;
}

function diffTopic(
  before: readonly ComparedChunk[],
  now: readonly ComparedChunk[],
): { readonly chunks: ChunkChange[]; readonly keptCount: number } {
  const gone = placedChunks(before);
  const added: PlacedChunk[] = [];
  for (const chunk of placedChunks(now))
    if (take(gone, ({ sha256 }) => sha256 === chunk.sha256) === undefined) added.push(chunk);
  const keptCount = now.length - added.length;
  const changes = added.map((chunk): ChunkChange => {
    const old = take(gone, ({ title }) => title === chunk.title);
    return {
      kind: old === undefined ? 'added' : 'changed',
      title: chunk.title,
      before: old?.index,
      now: chunk.index,
      tokensBefore: old?.tokenCount ?? 0,
      tokensNow: chunk.tokenCount,
    };
  });
  const removed = gone.map(
    ({ title, index, tokenCount }): ChunkChange => ({
      kind: 'removed',
      title,
      before: index,
      now: undefined,
      tokensBefore: tokenCount,
      tokensNow: 0,
    }),
  );
  return { chunks: [...changes, ...removed], keptCount };
}

function placedChunks(chunks: readonly ComparedChunk[]): PlacedChunk[] {
  return chunks.map((chunk, index) => ({ ...chunk, index }));
}

function take(chunks: PlacedChunk[], isWanted: (chunk: PlacedChunk) => boolean): PlacedChunk | undefined {
  const at = chunks.findIndex(isWanted);
  return at === -1 ? undefined : chunks.splice(at, 1)[0];
}
