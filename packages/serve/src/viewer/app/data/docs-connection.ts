import {
  ChunkTexts,
  type Docs,
  type DocsLoader,
  Editions,
  type EditionTable,
  fetchLoader,
  isMissingFile,
  openDocs,
  openSearchIndex,
  readJoinedPage,
  type SearchIndex,
  type SearchOptions,
  type SearchResponse,
} from '@topicmill/search/retrieval';
import type { TopicIndex } from '@topicmill/topics/formats';
import { folderOf, INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';
import { followServer, type ServerMessage } from './server-events.js';
import { sharedFetch } from './shared-fetch.js';

const SERVER_FIELD = 'topicmill-server';
/** By it `topicmill serve` says of which version of the docs an answer is. */
const VERSION_FIELD = 'topicmill-version';
const FIRST_SERVER_ERROR = 500;
/** What a server answers that has no workspace to search in; it is there anyway. */
const NOT_IMPLEMENTED = 501;
/** Longer texts have no vector; `topicmill serve` refuses them. In UTF-16 units. */
const MAX_EMBEDDED_LENGTH = 2000;
/** Indexes that are kept over a change: those read last. */
const MAX_KEPT = 64;

/** A change that the server told. */
export interface ReportedChange {
  /** That all tabs show: they fetch its files together. */
  readonly version: string;
  /** The docs as they were before it, and all files that are others now; without them, any file may be another. */
  readonly previousDocs?: { readonly before: DocsConnection; readonly paths: readonly string[] } | undefined;
}

/** The response to a search, with what it was computed from. */
export interface Search extends SearchResponse {
  readonly query: string;
  readonly options: SearchOptions;
  readonly topicCount: number;
  readonly chunkCount: number;
  /** The model of the index's vectors, if the query's vector counted. */
  readonly model?: string | undefined;
}

/** What the server says about the index that it searches in. */
interface IndexFacts extends Pick<SearchIndex, 'topicCount' | 'chunkCount' | 'model'> {
  readonly editions: EditionTable;
}

/**
 * The docs below the page's own address, as they are now: after a change there is a new connection. `topicmill serve` is
 * recognised by a header field of its responses; it answers searches and reports changes. On any other host,
 * search uses words and questions.
 */
export class DocsConnection {
  readonly docs: Docs;
  readonly loader: DocsLoader;
  private readonly chunks: ChunkTexts;
  /** Of the docs, as it was told or the first response said; only `topicmill serve` says one. */
  version: string | undefined;
  /** Resolves at the first response of the server, when it is known whose server it is. */
  readonly firstResponse: Promise<void>;
  private answered!: () => void;
  private ownPaths: string | undefined;
  private searchIndex: Promise<SearchIndex> | undefined;
  private usedVector = false;
  private hasServerSearch = true;
  /** What stands for the state of the folders that no change has named, and of those that one has. */
  private readonly firstState: object;
  private readonly changedStates: ReadonlyMap<string, object>;
  private readonly indexes: Map<string, Promise<TopicIndex>>;

  /** @param onUnreachable called for each request that the server did not answer */
  constructor(
    private readonly baseUrl: string,
    private readonly onUnreachable: () => void = () => {},
    { version, previousDocs: since }: Partial<ReportedChange> = {},
  ) {
    // Answers may be of a later one, which is told then, and others of its files are not here yet.
    this.version = version;
    this.ownPaths = since?.before.ownPaths;
    const paths = new Set(since?.paths);
    const changed = new Set(since?.paths.flatMap(affectedFolders));
    this.firstState = since?.before.firstState ?? {};
    this.changedStates = new Map([
      ...(since?.before.changedStates ?? []),
      ...[...changed].map((id) => [id, {}] as const),
    ]);
    const kept = [...(since?.before.indexes ?? [])].slice(-MAX_KEPT);
    this.indexes = new Map(kept.filter(([id]) => !paths.has(pathIn(id, INDEX_FILE))));
    this.firstResponse = new Promise((resolve) => {
      this.answered = resolve;
    });
    this.loader = fetchLoader(baseUrl, (url, init) => this.withServerNoted(sharedFetch(url, init, version)));
    this.chunks = new ChunkTexts(this.loader);
    this.docs = openDocs(this.loader, undefined, undefined, () => this.openIndex());
  }

  /** Stands for the files of a folder as they are: another object after each change of one of them. */
  folderState(id: string): object {
    return this.changedStates.get(id) ?? this.firstState;
  }

  /** As `docs.index`; what no change has named is not read again. */
  index(id: string): Promise<TopicIndex> {
    const read = this.indexes.get(id) ?? this.docs.index(id);
    this.indexes.set(id, read);
    read.catch(() => this.indexes.delete(id));
    return read;
  }

  /** Ids of all topics, in the order of the indexes, of which those of categories are read only. */
  async topicIds(below = ''): Promise<string[]> {
    const { _embedded: embedded } = await this.index(below);
    const ids = embedded.topics.map(({ id, topic_count: count, _links: links }) =>
      count > 0 ? this.topicIds(id) : (links['golden-reference'] ?? links.chunks) === undefined ? [] : [id],
    );
    return [...(embedded.chunks === undefined ? [] : [below]), ...(await Promise.all(ids)).flat()];
  }

  /** @param path of a chunk, as search results have it */
  readChunk(path: string): Promise<string> {
    return this.chunks.read(path);
  }

  /**
   * The document of a topic.
   *
   * @param path of the document or, for a page without a copy, of the manifest of its chunks
   */
  readDocument(path: string): Promise<Uint8Array> {
    return path.endsWith('.chunks.json') ? readJoinedPage(this.loader, path, this.chunks) : this.loader.read(path);
  }

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode(await this.loader.read(path));
  }

  /** The index that the server searches in, if it is ours; else that of the files. */
  private async openIndex(): Promise<SearchIndex> {
    await this.knowServer();
    const facts = this.ownPaths === undefined ? undefined : await this.askFacts();
    if (facts === undefined) return openSearchIndex(this.loader);
    const { topicCount, chunkCount, model, editions } = facts;
    return {
      topicCount,
      chunkCount,
      model,
      editions: new Editions(editions),
      search: (query, options = {}) => this.search(query, options),
    };
  }

  /** Which server it is, its first response says, also one that fails. */
  private async knowServer(): Promise<void> {
    if (this.ownPaths === undefined) await this.index('').catch(() => undefined);
  }

  private async askFacts(): Promise<IndexFacts | undefined> {
    const response = await this.fetch(`${this.baseUrl}${this.ownPaths}/search-index`).catch(() => undefined);
    return response?.ok === true ? ((await response.json()) as IndexFacts) : undefined;
  }

  /** By the server, with all that it knows, if it is ours; else here, by the files. */
  async search(query: string, options: SearchOptions): Promise<Search> {
    await this.knowServer();
    const answer = await this.askServer(query, options);
    if (answer !== undefined) return { ...answer, query, options };
    this.searchIndex ??= openSearchIndex(this.loader, (text) => this.embed(text));
    const opened = this.searchIndex;
    opened.catch(() => {
      this.searchIndex = undefined;
    });
    const { topicCount, chunkCount, model, search } = await opened;
    this.usedVector = false;
    const response = await search(query, options);
    return { ...response, query, options, topicCount, chunkCount, model: this.usedVector ? model : undefined };
  }

  /** Listens to the server's events, if it is ours. Returns what ends it, `undefined` on other hosts. */
  follow(listener: (message: ServerMessage) => void): (() => void) | undefined {
    return this.ownPaths === undefined ? undefined : followServer(`${this.baseUrl}${this.ownPaths}/events`, listener);
  }

  /** Whether the server answers now, with whatever status. */
  async answers(): Promise<boolean> {
    try {
      const { status } = await fetch(`${this.baseUrl}index.json`, { method: 'HEAD', cache: 'no-store' });
      return status < FIRST_SERVER_ERROR;
    } catch {
      return false;
    }
  }

  private fetch(url: string): Promise<Response> {
    return this.withServerNoted(fetch(url));
  }

  /** Notes what an answer says about the server. */
  private async withServerNoted(answer: Promise<Response>): Promise<Response> {
    try {
      const response = await answer;
      if (response.status >= FIRST_SERVER_ERROR && response.status !== NOT_IMPLEMENTED)
        throw new Error(`status ${response.status}`);
      this.ownPaths ??= response.headers.get(SERVER_FIELD) ?? undefined;
      this.version ??= response.headers.get(VERSION_FIELD) ?? undefined;
      this.answered();
      return response;
    } catch (error) {
      this.onUnreachable();
      throw error;
    }
  }

  /** `undefined` where there is no such server, or it cannot say: the search in the files then says why. */
  private async askServer(
    query: string,
    options: SearchOptions,
  ): Promise<Omit<Search, 'query' | 'options'> | undefined> {
    if (this.ownPaths === undefined || !this.hasServerSearch) return undefined;
    const asked = new URLSearchParams({ query });
    for (const [name, value] of Object.entries(options)) if (value !== undefined) asked.set(name, String(value));
    const response = await this.fetch(`${this.baseUrl}${this.ownPaths}/search?${asked}`).catch(() => undefined);
    if (response?.status === NOT_IMPLEMENTED) this.hasServerSearch = false;
    return response?.ok === true ? ((await response.json()) as Search) : undefined;
  }

  private async embed(text: string): Promise<Float32Array | undefined> {
    if (this.ownPaths === undefined || text.length > MAX_EMBEDDED_LENGTH) return undefined;
    const url = `${this.baseUrl}${this.ownPaths}/query-vector?text=${encodeURIComponent(text)}`;
    // Without a vector, search goes on with words and questions.
    const response = await this.fetch(url).catch(() => undefined);
    if (!response?.ok) return undefined;
    const { model, vector } = (await response.json()) as { readonly model: string; readonly vector: number[] | null };
    if (vector === null || model !== (await this.searchIndex)?.model) return undefined;
    this.usedVector = true;
    return Float32Array.from(vector);
  }
}

/** The folders whose topic may be another one when a file has changed: names that begin with `_` are mostly those of parts of a topic. */
function affectedFolders(path: string): string[] {
  const folders = [folderOf(path)];
  while (/(?:^|\/)_[^/]*$/.test(folders.at(-1)!)) folders.push(folderOf(folders.at(-1)!));
  return folders;
}

/** What a request failed for: the server does not answer, or there is no such file, or anything else. */
export function failureKind(error: Error): 'offline' | 'missing' | 'other' {
  const { code } = error as Error & { readonly code?: string };
  if (code !== 'DOCS_UNREACHABLE') return 'other';
  return isMissingFile(error) ? 'missing' : 'offline';
}
