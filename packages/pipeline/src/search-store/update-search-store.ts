import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex, shownInCache, sweepTemporaryFiles, writeCacheFile } from '@topicmill/base/files';
import type { Edition, SearchTopic } from '@topicmill/search/retrieval';
import { mergePages, PageNumberer, writeSegment } from '@topicmill/search/retrieval/node';
import { fnv1a32 } from '@topicmill/text/hashes';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import {
  hasVectors,
  readBuiltFiles,
  readBuiltTopic,
  readTopicOfState,
  topicWithVectors,
} from '../built-topics/index.js';
import { editionOf } from '../optional-targets/index.js';
import {
  type Folder,
  folderWork,
  modelNames,
  recordKey,
  STATE_DIRECTORY,
  sourcePath,
  type Workspace,
} from '../runner/index.js';
import { INDEX } from '../steps/index.js';
import { isSound, openSegmentFile, type SegmentFile, segmentFileStat } from './segment-file.js';
import {
  markSearchStoreCurrent,
  readStoreManifest,
  type StoredSegment,
  type StoreManifest,
  storeDirectory,
  storeStamp,
  writeStoreManifest,
} from './store-manifest.js';

/** Chunks of a new segment, at most, unless one page has more: so many pages are in memory at once. */
const MAX_NEW_CHUNKS = 16_384;
/** While other processes update the same index. */
const MAX_ATTEMPTS = 4;

/** How the search index is brought up to date. */
export interface StoreUpdate {
  /** Told how many of the pages that have changed are in the index. */
  readonly onProgress?: ((doneCount: number, totalCount: number) => void) | undefined;
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Brings the search index of a workspace up to date with what is built: pages that have changed go into new segments, are
 * marked as deleted in the ones that they were in, and small segments are merged. Readers see the index before or after.
 *
 * @throws TopicmillError what reading built topics and the embedder throw, `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export async function updateSearchStore(workspace: Workspace, update: StoreUpdate = {}): Promise<void> {
  await new SearchStoreUpdate(workspace, update).finish();
}

/** An update of the search index, which may begin while topics are still being built: their vectors are at hand then. */
export class SearchStoreUpdate {
  private readonly directory: string;
  /** Pages that are not in the index yet. */
  private readonly writer: SegmentWriter;

  constructor(
    private readonly workspace: Workspace,
    private readonly update: StoreUpdate,
  ) {
    this.directory = storeDirectory(workspace.root, workspace.config.embedding);
    this.writer = new SegmentWriter(workspace, this.directory);
  }

  /**
   * Takes in a topic that was just built, if its vectors are those of the built-in table: others are in their cache, at any
   * time. What keeps it from that is left to `finish`, so that the other topics are built.
   */
  async add(folder: Folder): Promise<void> {
    if (this.workspace.config.embedding.model !== 'builtin') return;
    try {
      const changed = await changedTopic(folder, this.workspace);
      if (changed !== undefined) await this.writer.add(changed);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
  }

  /**
   * Takes in what else has changed, and makes all of it the index.
   *
   * @throws TopicmillError as `updateSearchStore`
   */
  async finish(): Promise<void> {
    for (let attempt = 1; !(await this.updateOnce(attempt === MAX_ATTEMPTS)); ) attempt++;
  }

  /** @returns whether the index is up to date; not where another process has updated it meanwhile, unless this is the last attempt */
  private async updateOnce(isLast: boolean): Promise<boolean> {
    const { workspace, update, directory, writer } = this;
    const { root, engine, config, services } = workspace;
    const { model } = services;
    const models = modelNames(services);
    const stamp = storeStamp(directory);
    const former = readStoreManifest(directory);
    const isOfNow = former?.engine === engine && former.models === models;
    const wanted = await builtTopics(workspace);
    const built = hashOfTopics(wanted);
    if (isOfNow && former.built === built && writer.isEmpty && areSound(directory, former.segments)) {
      markSearchStoreCurrent(root);
      sweep(directory, new Set(former.segments.map(({ file }) => file)));
      return true;
    }
    const opened = openAll(directory, isOfNow ? former.segments : []);
    try {
      const take = (segment: OpenSegment): void =>
        keepCurrentPages(segment, wanted, former?.vectors !== undefined, workspace);
      opened.push(...writer.flush());
      opened.forEach(take);
      const known = new Set(opened.map(({ name }) => name));
      const brought = isOfNow ? openBrought(directory, known, wanted) : [];
      opened.push(...brought);
      brought.forEach(take);
      let doneCount = 0;
      for (const changed of wanted.values()) {
        await writer.add(changed);
        update.onProgress?.(++doneCount, wanted.size);
      }
      opened.push(...writer.flush(new Set(opened.map(({ name }) => name))));
      const merged = mergeAll(opened, directory, root);
      if (!isLast && storeStamp(directory) !== stamp) return false;
      const dimensions = writer.dimensions ?? former?.vectors?.dimensions;
      const hasAll = dimensions !== undefined && allHaveVectors(merged);
      // Whoever has just been told of texts that are refused need not ask for their vectors.
      const isTold = (services.refusals?.size ?? 0) > 0;
      if (!hasAll && !isTold && merged.some((each) => liveCounts(each).chunkCount > 0)) {
        update.onWarning?.(
          `Some chunks have no vectors of ${model}; run: npx topicmill cache fill --model ${config.embedding.model}`,
        );
      }
      const vectors = hasAll ? { model, dimensions } : undefined;
      // What was made without vectors is looked at again, since they may have come.
      const manifest = { engine, models, vectors, ...(hasAll ? { built } : {}), segments: merged.map(storedAs) };
      if (!isSame(former, manifest) && (former !== undefined || merged.length > 0))
        writeStoreManifest(root, directory, manifest);
      markSearchStoreCurrent(root);
      sweep(directory, new Set([...manifest.segments, ...(former?.segments ?? [])].map(({ file }) => file)));
      return true;
    } finally {
      for (const { file } of opened) file.close();
    }
  }
}

function isSame(former: StoreManifest | undefined, now: Omit<StoreManifest, 'version'>): boolean {
  const parts = ({ engine, models, vectors, built, segments }: typeof now): string =>
    JSON.stringify([engine, models, vectors, built, segments]);
  return former !== undefined && parts(former) === parts(now);
}

/** A segment while the index is updated. */
interface OpenSegment {
  readonly name: string;
  readonly edition: Edition | undefined;
  readonly file: SegmentFile;
  readonly deleted: Set<number>;
}

/**
 * Segments that are missing or damaged are left out: their pages are then missing, and added again. A file whose size and time
 * are those on record is sound.
 */
function openAll(directory: string, segments: readonly StoredSegment[]): OpenSegment[] {
  return segments.flatMap(({ file: name, edition, deleted, stat }) => {
    const file = openSegmentFile(directory, name);
    if (file !== undefined && (file.stat === stat || isSound(file.segment))) {
      return [{ name, edition, file, deleted: new Set(deleted) }];
    }
    file?.close();
    rmSync(join(directory, name), { force: true });
    return [];
  });
}

/** Whether all files of an index are as they were when they were last known to be sound. */
function areSound(directory: string, segments: readonly StoredSegment[]): boolean {
  return segments.every(({ file, stat }) => segmentFileStat(directory, file) === stat);
}

/** A topic that is not in the index as it is built now. */
interface ChangedTopic {
  readonly folder: Folder;
  readonly key: string;
  readonly edition: Edition | undefined;
}

/** The topics that are built, by id. */
async function builtTopics(workspace: Workspace): Promise<Map<string, ChangedTopic>> {
  const built = new Map<string, ChangedTopic>();
  for (const folder of workspace.tree.values()) {
    const topic = await changedTopic(folder, workspace);
    if (topic !== undefined) built.set(folder.id, topic);
  }
  return built;
}

/** `undefined` for a folder that is not a topic, or is not built. */
async function changedTopic(folder: Folder, workspace: Workspace): Promise<ChangedTopic | undefined> {
  const key = folder.isTopic ? await ifReadable(() => builtKey(folder, workspace)) : undefined;
  return key === undefined ? undefined : { folder, key, edition: editionOf(folder, workspace.config) };
}

/** Identifies all that the index of some topics is made from. */
function hashOfTopics(topics: ReadonlyMap<string, ChangedTopic>): string {
  const lines = Array.from(topics, ([id, { key, edition }]) => JSON.stringify([id, key, edition]));
  return sha256Hex(lines.join('\n'));
}

/** Takes the pages that a segment has as they are now out of those that are wanted, and marks the others as deleted. */
function keepCurrentPages(
  { file, deleted, edition }: OpenSegment,
  wanted: Map<string, ChangedTopic>,
  haveVectors: boolean,
  workspace: Workspace,
): void {
  const { ids } = file.segment;
  for (const [page, key] of file.segment.keys().entries()) {
    if (deleted.has(page)) continue;
    const topic = wanted.get(ids[page]!);
    const isCurrent = topic?.key === key && JSON.stringify(topic.edition) === JSON.stringify(edition);
    // What was made without vectors is looked at again, since they may have come.
    const isStill = isCurrent && (haveVectors || !mayHaveVectors(topic.folder, file.segment, page, workspace));
    if (isStill) wanted.delete(ids[page]!);
    else deleted.add(page);
  }
}

/**
 * Segments that are in no manifest here: other machines have made them, each of its part of the topics, or they were current
 * before. Those are taken that have a page that is wanted.
 */
function openBrought(
  directory: string,
  known: ReadonlySet<string>,
  wanted: ReadonlyMap<string, ChangedTopic>,
): OpenSegment[] {
  if (wanted.size === 0 || !existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.segment') && !known.has(name));
  return names.sort().flatMap((name) => {
    const file = openSegmentFile(directory, name);
    if (file === undefined) return [];
    try {
      const { ids } = file.segment;
      const at = file.segment.keys().findIndex((key, page) => wanted.get(ids[page]!)?.key === key);
      if (at >= 0 && isSound(file.segment)) {
        return [{ name, edition: wanted.get(ids[at]!)!.edition, file, deleted: new Set<number>() }];
      }
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
    file.close();
    return [];
  });
}

function mayHaveVectors(folder: Folder, segment: SegmentFile['segment'], page: number, workspace: Workspace): boolean {
  const built = lacksVectors(segment, page) ? readBuiltTopic(folder, workspace) : undefined;
  return built !== undefined && hasVectors(built, workspace.services);
}

/** Identifies all that a page of the index is made from; `undefined` for a topic that is not built. */
function builtKey(folder: Folder, workspace: Workspace): string | undefined {
  const steps = workspace.record.folder(recordKey(folderWork(INDEX, folder), workspace))?.steps;
  const [chunk, spec, index] = [steps?.['chunk'], steps?.['topic-spec'], steps?.['index']];
  if (chunk !== undefined && spec !== undefined && index !== undefined) {
    return keyOf([chunk.made, index.made], spec.inputs);
  }
  return readBuiltFiles(folder, workspace)?.sha256;
}

function keyOf([chunks, index]: readonly [chunks: string, index: string], specInputs: string): string {
  return `${chunks} ${specInputs} ${index}`;
}

/** Writes topics into new segments, those of each edition into their own. */
class SegmentWriter {
  /** Length of the vectors, if a topic had any. */
  dimensions: number | undefined;
  private readonly written = new Map<string, Edition | undefined>();
  /** What is not written yet, by the names of editions. */
  private readonly waiting = new Map<string, { readonly edition: Edition | undefined; readonly pages: PageNumberer }>();
  private chunkCount = 0;

  constructor(
    private readonly workspace: Workspace,
    private readonly directory: string,
  ) {}

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    return this.waiting.size === 0 && this.written.size === 0;
  }

  async add(changed: ChangedTopic): Promise<void> {
    const { folder, edition } = changed;
    const indexed = await ifReadable(() => indexedTopic(changed, this.workspace));
    if (indexed === undefined) return;
    const { topic, key } = indexed;
    if (this.chunkCount + topic.chunks.length > MAX_NEW_CHUNKS) this.write();
    const name = JSON.stringify(edition ?? null);
    const { pages } = this.waiting.get(name) ?? { pages: new PageNumberer() };
    this.waiting.set(name, { edition, pages });
    this.dimensions ??= topic.chunks[0]?.vector?.length;
    const source = sourcePath(this.workspace.config, folder, REFERENCE_FILE) ?? '';
    pages.add(topic, { key, source });
    this.chunkCount += topic.chunks.length;
  }

  /** The segments that were written and are still there, open, without those that are known. */
  flush(known: ReadonlySet<string> = new Set()): OpenSegment[] {
    this.write();
    return [...this.written].flatMap(([name, edition]) => {
      const file = known.has(name) ? undefined : openSegmentFile(this.directory, name);
      return file === undefined ? [] : [{ name, edition, file, deleted: new Set<number>() }];
    });
  }

  private write(): void {
    for (const { edition, pages } of this.waiting.values()) {
      const { name, file } = writeNew(writeSegment(pages), edition, this.directory, this.workspace.root);
      file.close();
      this.written.set(name, edition);
    }
    this.waiting.clear();
    this.chunkCount = 0;
  }
}

/** A topic with the key of what was read; its published files may be of two builds while another process replaces them. */
async function indexedTopic(
  { folder, key }: ChangedTopic,
  workspace: Workspace,
): Promise<{ readonly topic: SearchTopic; readonly key: string } | undefined> {
  const published = readBuiltTopic(folder, workspace);
  if (published === undefined) return undefined;
  const specInputs = key.split(' ')[1];
  const isOfKey = specInputs === undefined || keyOf(published.made(), specInputs) === key;
  const state = isOfKey ? undefined : readTopicOfState(folder, workspace);
  const built = state?.built ?? published;
  const topic = await topicWithVectors(built, workspace.services);
  const chunks = topic.chunks.map((chunk, at) => ({ ...chunk, textHash: fnv1a32(built.chunkText(at)) }));
  return { topic: { ...topic, chunks }, key: state === undefined ? key : keyOf(built.made(), state.specInputs) };
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'CHUNK_MANIFEST_INVALID',
  'FILE_UNREADABLE',
  'INDEX_INVALID',
  'NOT_TEXT',
  'NOT_UTF8',
]);

/** `undefined` for a topic whose outputs cannot be read: what is in their places failed its build, and costs no other topic. */
async function ifReadable<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof TopicmillError && UNREADABLE.has(thrown.code)) return undefined;
    throw thrown;
  }
}

function writeNew(bytes: Uint8Array, edition: Edition | undefined, directory: string, root: string): OpenSegment {
  const name = `${sha256Hex(bytes).slice(0, 16)}.segment`;
  const path = join(directory, name);
  const cache = join(root, STATE_DIRECTORY);
  writeCacheFile(cache, path, bytes);
  const file = openSegmentFile(directory, name);
  if (file === undefined) {
    throw new TopicmillError(
      'FILE_UNREADABLE',
      'This part of the search index cannot be read, although it was just written.',
      {
        file: shownInCache(cache, path),
        remedy: 'Check that you may read it, and that the disk is sound; then build again.',
      },
    );
  }
  return { name, edition, file, deleted: new Set() };
}

/**
 * Merges small segments until there are few, and drops those without pages.
 *
 * @param segments the merged ones are added to them, since they are open too
 */
function mergeAll(segments: OpenSegment[], directory: string, root: string): OpenSegment[] {
  let left = segments.filter((each) => liveCounts(each).pageCount > 0);
  for (;;) {
    const groups = mergeGroups(
      left.map((each) => ({
        edition: JSON.stringify(each.edition ?? null),
        chunkCount: liveCounts(each).chunkCount,
        deletedShare: each.deleted.size / each.file.segment.ids.length,
      })),
    );
    if (groups.length === 0) return left;
    const merged = groups.map((group) => {
      const parts = group.map((at) => ({ segment: left[at]!.file.segment, deleted: left[at]!.deleted }));
      return writeNew(writeSegment(mergePages(parts)), left[group[0]!]!.edition, directory, root);
    });
    segments.push(...merged);
    const gone = new Set(groups.flat());
    left = [...left.filter((_, at) => !gone.has(at)), ...merged];
  }
}

function liveCounts({ file: { segment }, deleted }: OpenSegment): { pageCount: number; chunkCount: number } {
  const { firstChunks } = segment.columns;
  let chunkCount = firstChunks.at(-1)!;
  for (const page of deleted) chunkCount -= firstChunks[page + 1]! - firstChunks[page]!;
  return { pageCount: segment.ids.length - deleted.size, chunkCount };
}

function storedAs(segment: OpenSegment): StoredSegment {
  const { name, edition, deleted, file } = segment;
  const counts = liveCounts(segment);
  return {
    file: name,
    stat: file.stat,
    ...(edition === undefined ? {} : { edition }),
    deleted: [...deleted].sort((a, b) => a - b),
    ...counts,
  };
}

/** Whether every chunk of every page has a vector. */
function allHaveVectors(segments: readonly OpenSegment[]): boolean {
  return segments.every(({ file, deleted }) =>
    file.segment.ids.every((_, page) => deleted.has(page) || !lacksVectors(file.segment, page)),
  );
}

function lacksVectors({ columns }: SegmentFile['segment'], page: number): boolean {
  const { starts } = columns.parts.vectors;
  return starts[page] === starts[page + 1] && columns.firstChunks[page] !== columns.firstChunks[page + 1];
}

/** Removes what killed builds left, and segments that are neither in this index nor in the one before it, which somebody may just be opening. */
function sweep(directory: string, kept: ReadonlySet<string>): void {
  if (!existsSync(directory)) return;
  const names = readdirSync(directory);
  sweepTemporaryFiles(directory, () => true, names);
  for (const name of names) {
    if (name.endsWith('.segment') && !kept.has(name)) rmSync(join(directory, name), { force: true });
  }
}

/** So many segments of about one size are merged; each merge makes the sizes so many times larger. */
const FACTOR = 4;
/** Segments from this size on are not merged with others: no merge has more than a few times as many in memory. In chunks. */
const MAX_MERGED = 4096;
/** A segment of which more is deleted is written anew. */
const MAX_DELETED = 0.5;

/** What decides which segments are merged. */
interface SegmentSize {
  /** Only segments of one edition are merged. */
  readonly edition: string;
  /** Of the pages that are current. */
  readonly chunkCount: number;
  /** Pages that are not. */
  readonly deletedShare: number;
}

/**
 * The segments to be merged, by position: as in log-structured merge trees (O'Neil et al., 1996), those of about one size
 * when they are so many, so that a page is written anew about as often as the size of the index has digits.
 */
function mergeGroups(segments: readonly SegmentSize[]): number[][] {
  const levels = new Map<string, number[]>();
  for (const [at, { edition, chunkCount }] of segments.entries()) {
    if (chunkCount >= MAX_MERGED) continue;
    const level = `${Math.floor(Math.log(Math.max(1, chunkCount)) / Math.log(FACTOR))} ${edition}`;
    levels.set(level, [...(levels.get(level) ?? []), at]);
  }
  const full = [...levels.values()].filter((level) => level.length >= FACTOR);
  const merged = new Set(full.flat());
  const sparse = [...segments.keys()].filter((at) => !merged.has(at) && segments[at]!.deletedShare > MAX_DELETED);
  return [...full, ...sparse.map((at) => [at])];
}
