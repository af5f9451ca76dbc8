import {
  type Docs,
  type DocsLoader,
  fetchLoader,
  openDocs,
  openSearchIndex,
  type SearchIndex,
  type SearchOptions,
  type SearchResponse,
} from '@topicmill/search/retrieval';

const SERVER_FIELD = 'topicmill-server';

/** The answer to a search, with what it went by. */
export interface Search extends SearchResponse {
  readonly topicCount: number;
  readonly chunkCount: number;
  /** The model of the index's vectors, when the query's vector counted. */
  readonly model: string | undefined;
}

/**
 * The docs below the page's own address. `topicmill serve` is recognised by a field of its answers; it turns queries into
 * vectors and tells of changes. On any other host the search goes by words and prompts.
 */
export class DocsConnection {
  readonly docs: Docs;
  readonly loader: DocsLoader;
  private ownPaths: string | undefined;
  private searchIndex: Promise<SearchIndex> | undefined;
  private usedVector = false;

  constructor(private readonly baseUrl: string) {
    this.loader = fetchLoader(baseUrl, async (url, init) => {
      const response = await fetch(url, init);
      this.ownPaths ??= response.headers.get(SERVER_FIELD) ?? undefined;
      return response;
    });
    this.docs = openDocs(this.loader);
  }

  async readText(path: string): Promise<string> {
    return new TextDecoder().decode(await this.loader.read(path));
  }

  async search(query: string, options: SearchOptions): Promise<Search> {
    this.searchIndex ??= openSearchIndex(this.loader, (text) => this.embed(text));
    const opened = this.searchIndex;
    opened.catch(() => {
      this.searchIndex = undefined;
    });
    const { topicCount, chunkCount, model, search } = await opened;
    this.usedVector = false;
    const response = await search(query, options);
    return { ...response, topicCount, chunkCount, model: this.usedVector ? model : undefined };
  }

  /** Calls back whenever the server tells of a change; nothing happens on other hosts. Returns what ends it. */
  onChange(listener: (paths: readonly string[]) => void): () => void {
    if (this.ownPaths === undefined) return () => {};
    const events = new EventSource(`${this.baseUrl}${this.ownPaths}/events`);
    events.addEventListener('change', ({ data }: MessageEvent<string>) => {
      listener((JSON.parse(data) as { readonly paths: readonly string[] }).paths);
    });
    return () => events.close();
  }

  private async embed(text: string): Promise<Float32Array | undefined> {
    if (this.ownPaths === undefined) return undefined;
    const response = await fetch(`${this.baseUrl}${this.ownPaths}/query-vector?text=${encodeURIComponent(text)}`);
    if (!response.ok) return undefined;
    const { model, vector } = (await response.json()) as { readonly model: string; readonly vector: number[] | null };
    if (vector === null || model !== (await this.searchIndex)?.model) return undefined;
    this.usedVector = true;
    return Float32Array.from(vector);
  }
}
