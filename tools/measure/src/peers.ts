import { installLockedPackages } from './install-locked-packages.js';

const PEERS = new URL('../peers/', import.meta.url);

/** A splitter of another library. */
export interface Peer {
  readonly name: string;
  readonly shortName: string;
  /** Splits one document and returns its number of chunks. */
  split(text: string): Promise<number>;
}

/** A splitter of another library that counts tokens. */
export interface TokenPeer {
  readonly name: string;
  /** Makes a function from a text to the texts of its chunks, none of more than about `size` tokens. */
  make(size: number): Promise<(text: string) => Promise<readonly string[]>>;
}

/** The part of Pagefind that is used. */
export interface Pagefind {
  createIndex(options: object): Promise<{ readonly index: PagefindIndex }>;
  close(): Promise<unknown>;
}
export interface PagefindIndex {
  addCustomRecord(record: {
    readonly url: string;
    readonly content: string;
    readonly language: string;
    readonly meta: { readonly title: string };
    readonly filters?: Readonly<Record<string, readonly string[]>>;
  }): Promise<unknown>;
  addHTMLFile(file: { readonly url: string; readonly content: string }): Promise<unknown>;
  writeFiles(options: { readonly outputPath: string }): Promise<unknown>;
}

/** The part of Orama that is used. */
export interface Orama {
  create(options: { readonly schema: Readonly<Record<string, 'string'>> }): unknown;
  insertMultiple(index: unknown, documents: readonly object[]): unknown;
  search(
    index: unknown,
    options: {
      readonly term: string;
      readonly tolerance: number;
      readonly limit: number;
      readonly boost: Readonly<Record<string, number>>;
    },
  ): Promise<{ readonly hits: readonly { readonly document: { readonly topic: string } }[] }>;
}

/**
 * The splitters that Topicmill is compared with, set up for chunks of about the size that the semantic strategy makes.
 *
 * @returns none when they cannot be installed
 */
export async function loadPeers(log: (message: string) => void): Promise<readonly Peer[]> {
  const loaded = await load<{ readonly peers: readonly Peer[] }>('splitters.mjs', log);
  return loaded?.peers ?? [];
}

/**
 * Splitters that count tokens as they are told to, without overlap.
 *
 * @param count tokens of a text; without it they count with gpt-tokenizer
 * @returns none when they cannot be installed
 */
export async function loadTokenPeers(
  count: ((text: string) => number) | undefined,
  log: (message: string) => void,
): Promise<readonly TokenPeer[]> {
  const loaded = await load<{
    tokenSplitters(count?: (text: string) => number): readonly TokenPeer[];
  }>('token-splitters.mjs', log);
  return loaded?.tokenSplitters(count) ?? [];
}

/** @returns `undefined` when it cannot be installed */
export function loadPagefind(log: (message: string) => void): Promise<Pagefind | undefined> {
  return load<Pagefind>('node_modules/pagefind/lib/index.js', log);
}

/** @returns `undefined` when it cannot be installed */
export function loadOrama(log: (message: string) => void): Promise<Orama | undefined> {
  return load<Orama>('node_modules/@orama/orama/dist/esm/index.js', log);
}

/**
 * Imports a module of the folder `peers`. What it needs is no dependency of the repository: the first call installs it
 * there, which takes the network.
 */
async function load<Module>(path: string, log: (message: string) => void): Promise<Module | undefined> {
  if (!installLockedPackages(PEERS, log)) return undefined;
  return (await import(new URL(path, PEERS).href)) as Module;
}
