import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { type BuiltTopic, filesOfOneBuild, readBuiltIndex, readBuiltTopic } from '@topicmill/pipeline/built-topics';
import { currentDocsOf } from '@topicmill/pipeline/config';
import { editionOf } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type Folder,
  FolderFiles,
  folderPath,
  openFolder,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { topicDocument } from '@topicmill/pipeline/steps';
import { type EditionFilter, Editions, editionTable } from '@topicmill/search/retrieval';
import type { ExportedChunk, ExportedDocs, ExportedTopic } from '@topicmill/serve/export';
import { describeReference, pickChunkFacts, type TopicIndex } from '@topicmill/topics/formats';
import { pathIn, QA_PAIRS_FILE, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';

/** How a docs root is read for an export. */
export interface ReadDocsOptions {
  /** Whether chunks get their vectors; the cache is asked first, then the model. */
  readonly withVectors: boolean;
  /** Versions and languages; by default those that a search is restricted to. */
  readonly edition: EditionFilter;
  onTopic?(doneCount: number, totalCount: number): void;
}

/** The docs of a workspace with how many texts had to be embedded. */
export interface ReadDocs {
  readonly docs: ExportedDocs;
  readonly embeddedCount: number;
  /** Ids of topics that are not built. */
  readonly unbuilt: readonly string[];
  /** Why topics could not be read; they are left out. */
  readonly faults: readonly Diagnostic[];
}

/**
 * Reads the output of a build for a docs root. A topic that is not built comes without chunks; one that cannot be read is
 * left out.
 *
 * @throws TopicmillError `INVALID_OPTION` for a version or locale that there is not, for the docs root's index
 * `INDEX_INVALID`, `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`, and what the embedder throws
 */
export async function readExportedDocs(workspace: Workspace, options: ReadDocsOptions): Promise<ReadDocs> {
  const ids = topicsOfEdition(workspace, options.edition).filter(({ fault }) => fault === undefined);
  const topics: ExportedTopic[] = [];
  const unbuilt: string[] = [];
  const faults: Diagnostic[] = [];
  let embeddedCount = 0;
  for (const folder of ids) {
    const { id } = folder;
    const topic = readTopic(folder, workspace, faults);
    if (topic === undefined) continue;
    if (topic.isBuilt) {
      const { chunks, count } = options.withVectors ? await withVectors(topic, workspace) : plain(topic);
      embeddedCount += count;
      topics.push({ ...topic.topic, chunks });
    } else {
      topics.push(topic.topic);
      unbuilt.push(id);
    }
    options.onTopic?.(topics.length, ids.length);
  }
  const root = readRootIndex(workspace);
  const docs: ExportedDocs = {
    title: root?.title ?? workspace.config.docsRoot,
    description: root?.description,
    model: options.withVectors ? workspace.services.model : undefined,
    categoryTitles: categoryTitles(root, workspace),
    topics,
  };
  return { docs, embeddedCount, unbuilt, faults };
}

interface ReadTopic {
  readonly topic: ExportedTopic;
  readonly isBuilt: boolean;
  /** Where it has chunks. */
  readonly built: BuiltTopic | undefined;
}

function plain({ topic }: ReadTopic): { chunks: readonly ExportedChunk[]; count: number } {
  return { chunks: topic.chunks, count: 0 };
}

/** @param faults gets why a topic cannot be read */
function readTopic(folder: Folder, workspace: Workspace, faults: Diagnostic[]): ReadTopic | undefined {
  try {
    return readSoundTopic(folder, workspace);
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    faults.push(...diagnosticsOf(thrown));
    return undefined;
  }
}

function readSoundTopic(folder: Folder, workspace: Workspace): ReadTopic {
  const { id } = folder;
  const files = openFolder(workspace, folder);
  const pathOf = (file: string): string => pathIn(id, file);
  const text = files.read(REFERENCE_FILE)?.text ?? '';
  const made = filesOfOneBuild(folder, workspace);
  const index = readBuiltIndex(made);
  const built = readBuiltTopic(folder, workspace, made);
  const { title, description = '' } = index ?? folder.page ?? describeReference(text, id);
  const topic: ExportedTopic = {
    id,
    title,
    description: description || undefined,
    referencePath: pathOf(topicDocument(folder).sourceName),
    hasCopy: index?._links.chunks === undefined,
    version: folder.page?.version,
    locale: folder.page?.locale,
    url: folder.page?.url,
    links: folder.page && new Map(folder.page.links.map(({ href, url }) => [href, url])),
    text,
    questionsPath: files.read(QA_PAIRS_FILE) === undefined ? undefined : pathOf(QA_PAIRS_FILE),
    chunks: index === undefined || built === undefined ? [] : chunksOf(built, index),
  };
  return { topic, isBuilt: index !== undefined, built };
}

function chunksOf(built: BuiltTopic, index: TopicIndex): ExportedChunk[] {
  const items = index._embedded.chunks?.['golden-reference'].items ?? [];
  const chunks = items.length === 0 ? [] : built.topic().chunks;
  return chunks.slice(0, items.length).map((chunk, at) => {
    const item = items[at]!;
    return {
      index: at,
      title: chunk.title,
      path: chunk.path,
      text: chunk.text,
      ...pickChunkFacts(chunk),
      startByte: item.source_range.start,
      endByte: item.source_range.end,
      lines: chunk.sourceLines!,
      keywords: item.keywords.map(({ name }) => name),
      questions: item.questions ?? [],
      similarityConceptual: item.similarity_conceptual,
      similarityTechnical: item.similarity_technical,
      vector: undefined,
    };
  });
}

async function withVectors(
  { topic: { chunks }, built }: ReadTopic,
  workspace: Workspace,
): Promise<{ chunks: readonly ExportedChunk[]; count: number }> {
  if (built === undefined || chunks.length === 0) return { chunks, count: 0 };
  const { strategy, sourceSha256 } = built;
  const { vectors, refused, embeddedCount } = await workspace.services.embed({
    strategy,
    sourceSha256,
    texts: chunks.map(({ text }) => text),
    labels: chunks.map(({ path }) => path),
    allowsRefusals: true,
  });
  const given = chunks.flatMap((chunk, at) => (refused.has(at) ? [] : [{ ...chunk, vector: vectors[at] }]));
  return { chunks: given, count: embeddedCount };
}

/** The topics that a search with the same options looks at. */
function topicsOfEdition({ tree, config }: Workspace, filter: EditionFilter): Folder[] {
  const topics = topicsInOrder(tree, config).map((folder) => ({ folder, edition: editionOf(folder, config) }));
  const passes = new Editions(editionTable(topics, currentDocsOf(config))).filter(filter);
  return topics.filter(({ edition }) => passes?.(edition) !== false).map(({ folder }) => folder);
}

/** Folders by id; pages, and folders with an order, as they are read, each before those below it. */
function topicsInOrder(tree: Workspace['tree'], { sources, order }: Workspace['config']): Folder[] {
  const isOrdered = sources === 'pages' || order !== undefined;
  const folders = isOrdered ? readingOrder(tree, '') : [...tree.values()].sort((a, b) => compareCodeUnits(a.id, b.id));
  return folders.filter(({ isTopic }) => isTopic);
}

function readingOrder(tree: Workspace['tree'], id: string): Folder[] {
  const folder = tree.get(id)!;
  return [folder, ...folder.childIds.flatMap((child) => readingOrder(tree, child))];
}

function categoryTitles(root: TopicIndex | undefined, { tree }: Workspace): ReadonlyMap<string, string> | undefined {
  if (root === undefined || tree.get('')!.sources === undefined) return undefined;
  return new Map(root._embedded.topics.map(({ id, title }) => [id, title]));
}

function readRootIndex(workspace: Workspace): TopicIndex | undefined {
  return readBuiltIndex(new FolderFiles(folderPath(workspace, ''), displayPath(workspace.config, '')));
}
