import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted, TopicmillError } from '@topicmill/base/diagnostics';
import type {
  EmbedQuery,
  SearchIndex,
  SearchOptions,
  SearchResponse,
  WordKnowledge,
} from '@topicmill/search/retrieval';
import {
  checkSearch,
  openSegments,
  SEARCH_OPTIONS,
  type SegmentIndex,
  searchIndex,
  type TopicRecord,
} from '@topicmill/search/retrieval/node';
import { currentDocsOf, type TopicmillConfig } from '../config/index.js';
import { isSound, openSegmentFile, type SegmentFile } from './segment-file.js';
import {
  isSearchStoreOutdated,
  readStoreManifest,
  type StoreManifest,
  storeDirectory,
  storeStamp,
} from './store-manifest.js';

/** A search index as it is at one moment. */
export interface StoredIndex extends SearchIndex {
  /** Ids of its topics, sorted by code unit. */
  readonly ids: readonly string[];
  /** What it says about a topic and its chunks. */
  topic(id: string): Promise<TopicRecord>;
  /** Path of a topic's document, relative to the workspace; `undefined` for a topic that is not in the index. */
  sourceOf(topic: string): string | undefined;
}

/** What a search index is opened with. */
export interface StoreOptions {
  readonly embed?: EmbedQuery | undefined;
  readonly words?: WordKnowledge | undefined;
  /** Told of damaged parts, and of an index that is older than what is built. */
  readonly onWarning: (message: string) => void;
}

/** A segment that is open, with its place in the manifest. */
interface LiveFile extends SegmentFile {
  readonly name: string;
}

interface Opened {
  readonly stamp: string;
  readonly manifest: StoreManifest;
  readonly files: readonly LiveFile[];
  readonly index: SegmentIndex;
}

const OLDER = 'The search index is older than what is built; bring it up to date: npx topicmill build';

/**
 * The search index that builds keep for a workspace. It is opened by reading a few numbers of each page, and again when it has
 * changed, which one look at a file shows; nothing else of the workspace is read, and nothing is written but that a damaged
 * segment is removed, where that is allowed, so that the next build makes it again.
 */
export class SearchStore {
  private readonly directory: string;
  private opened: Opened | undefined;
  /** Of the index before: searches that began with it may not have ended. */
  private retired: readonly LiveFile[] = [];
  private isToldOlder = false;

  constructor(
    private readonly root: string,
    private readonly config: TopicmillConfig,
    private readonly options: StoreOptions,
  ) {
    this.directory = storeDirectory(root, config.embedding);
  }

  /** The index as it is now; `undefined` where none was built. The same object as long as the index is the same. */
  current(): StoredIndex | undefined {
    const opened = this.open();
    if (opened === undefined) return undefined;
    this.tellIfOlder();
    return this.known?.of === opened ? this.known.index : this.remember(opened);
  }

  close(): void {
    for (const { close } of [...this.retired, ...(this.opened?.files ?? [])]) close();
    this.opened = undefined;
    this.retired = [];
  }

  private known: { readonly of: Opened; readonly index: StoredIndex } | undefined;

  private remember(opened: Opened): StoredIndex {
    const { topicCount, chunkCount, vectors } = opened.index.index.facts;
    const index: StoredIndex = {
      topicCount,
      chunkCount,
      model: vectors?.model,
      editions: opened.index.index.editions,
      ids: opened.index.ids,
      topic: async (id) => {
        const tables = opened.index.index.tables(opened.index.reads);
        return tables.topic(await tables.topicNumber(id));
      },
      sourceOf: opened.index.sourceOf,
      search: (query, options) => this.search(opened, query, options),
    };
    this.known = { of: opened, index };
    return index;
  }

  private open(): Opened | undefined {
    // A build may replace the index between the look at its manifest and the opening of its segments.
    for (let attempt = 0; ; attempt++) {
      const stamp = storeStamp(this.directory);
      if (stamp === undefined) return undefined;
      if (stamp === this.opened?.stamp) return this.opened;
      const manifest = readStoreManifest(this.directory);
      if (manifest === undefined) return undefined;
      const known = new Map(this.opened?.files.map((file) => [file.name, file]));
      const files = manifest.segments.map(({ file: name }) => {
        const file = known.get(name) ?? openSegmentFile(this.directory, name);
        return file && { ...file, name };
      });
      const isWhole = files.every((file) => file !== undefined);
      if (!isWhole && storeStamp(this.directory) !== stamp && attempt < 3) continue;
      return this.take(stamp, manifest, files);
    }
  }

  private take(stamp: string, manifest: StoreManifest, found: readonly (LiveFile | undefined)[]): Opened {
    const lost = manifest.segments.filter((_, at) => found[at] === undefined);
    if (lost.length > 0) this.tellDamage(lost.reduce((sum, { pageCount }) => sum + pageCount, 0));
    const files = found.flatMap((file) => file ?? []);
    const index = openSegments(
      manifest.segments.flatMap(({ edition, deleted }, at) => {
        const file = found[at];
        return file === undefined ? [] : [{ segment: file.segment, edition, deleted: new Set(deleted) }];
      }),
      {
        vectors: manifest.vectors,
        synonyms: this.config.search.synonyms,
        current: currentDocsOf(this.config),
      },
    );
    const kept = new Set(files.map(({ name }) => name));
    for (const { close } of this.retired) close();
    this.retired = this.opened?.files.filter(({ name }) => !kept.has(name)) ?? [];
    this.opened = { stamp, manifest, files, index };
    return this.opened;
  }

  private async search(opened: Opened, query: string, options: SearchOptions = {}): Promise<SearchResponse> {
    checkSearch(query, options, SEARCH_OPTIONS);
    const { embed, words } = this.options;
    const ask = ({ index, reads }: SegmentIndex): Promise<SearchResponse> =>
      searchIndex(index.tables(reads), query, options, { embed, words });
    try {
      return await ask(opened.index);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError) || thrown.code !== 'SEARCH_INDEX_INVALID') throw thrown;
      return ask(this.withoutDamaged(opened).index);
    }
  }

  /** The index without the segments that are damaged; they are removed where that is allowed. */
  private withoutDamaged({ stamp, manifest, files }: Opened): Opened {
    const sound = new Set(files.filter(({ segment }) => isSound(segment)).map(({ name }) => name));
    for (const { name } of files) if (!sound.has(name)) removeIfAllowed(join(this.directory, name));
    const byName = new Map(files.map((file) => [file.name, file]));
    return this.take(
      stamp,
      manifest,
      manifest.segments.map(({ file }) => (sound.has(file) ? byName.get(file) : undefined)),
    );
  }

  private tellDamage(pageCount: number): void {
    this.options.onWarning(
      `SEARCH_INDEX_INVALID: A part of the search index is damaged: ${counted(pageCount, 'page')} cannot be found until the index is rebuilt; run: npx topicmill build`,
    );
  }

  private tellIfOlder(): void {
    const isOlder = isSearchStoreOutdated(this.root);
    if (isOlder && !this.isToldOlder) this.options.onWarning(OLDER);
    this.isToldOlder = isOlder;
  }
}

function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A reader need not be allowed to write: the next build reads the segment, and finds the damage too.
  }
}
