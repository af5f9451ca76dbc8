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
  type SearchIndex,
  type SearchOptions,
  type SearchResponse,
} from '@topicmill/search/retrieval';
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

/** The response to a search, with what it was computed from. */
export interface Search extends SearchResponse {
  readonly query: string;
  readonly options: SearchOptions;
  readonly topicCount: number;
  readonly chunkCount: number;
  /** The model of the index's vectors, if the query's vector counted. */
  readonly model?: string | undefined;
}

/** What the server says of the index that it searches in. */
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

  /**
   * @param onUnreachable called for each request that the server did not answer
   * @param toldVersion that all tabs show: they fetch its files together
   */
  constructor(
    private readonly baseUrl: string,
    private readonly onUnreachable: () => void = () => {},
    toldVersion?: string,
  ) {
    // Answers may be of a later one, which is told then, and others of its files are not here yet.
    this.version = toldVersion;
    this.firstResponse = new Promise((resolve) => {
      this.answered = resolve;
    });
    this.loader = fetchLoader(baseUrl, (url, init) => this.noting(sharedFetch(url, init, toldVersion)));
    this.chunks = new ChunkTexts(this.loader);
    this.docs = openDocs(this.loader, undefined, undefined, () => this.openIndex());
  }

  /** @param path of a chunk, as search results have it */
  readChunk(path: string): Promise<string> {
    return this.chunks.read(path);
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
    if (this.ownPaths === undefined) await this.docs.index('').catch(() => undefined);
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
    return this.noting(fetch(url));
  }

  /** Notes what an answer says of the server. */
  private async noting(answer: Promise<Response>): Promise<Response> {
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

/** What a request failed for: the server does not answer, or there is no such file, or anything else. */
export function failureOf(error: Error): 'offline' | 'missing' | 'other' {
  const { code } = error as Error & { readonly code?: string };
  if (code !== 'DOCS_UNREACHABLE') return 'other';
  return isMissingFile(error) ? 'missing' : 'offline';
}
