import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DocumentTruth, ReadPiece } from './documents/score-document.js';

const KEEP_ALIVE_MS = 600_000;

/** The part of Pagefind's client that is used. */
export interface PagefindClient {
  options(options: { basePath: string }): Promise<unknown>;
  search(query: string): Promise<{ results: { score: number; data(): Promise<{ raw_url?: string; url: string }> }[] }>;
}

/**
 * Makes indexes of Pagefind and serves them, since its client loads them over HTTP.
 *
 * @param fill adds what each index contains, by its name
 * @returns a client of each index, and what ends the server and removes the files
 */
export async function servedPagefind<Name extends string>(
  pagefind: Pagefind,
  fill: Readonly<Record<Name, (index: PagefindIndex) => Promise<void>>>,
): Promise<{ readonly clients: Readonly<Record<Name, PagefindClient>>; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pagefind-'));
  const names = Object.keys(fill) as Name[];
  for (const name of names) {
    const { index } = await pagefind.createIndex({});
    await fill[name](index);
    await index.writeFiles({ outputPath: join(folder, name) });
    writeFileSync(join(folder, name, 'package.json'), '{"type":"module"}');
  }
  await pagefind.close();
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url!, 'http://localhost').pathname);
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  // Longer than any pause between two questions: a connection that ends while it is taken up again fails the request.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const open = async (name: Name): Promise<readonly [Name, PagefindClient]> => {
    const client = (await import(pathToFileURL(join(folder, name, 'pagefind.js')).href)) as PagefindClient;
    await client.options({ basePath: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}/` });
    return [name, client];
  };
  return {
    clients: Object.fromEntries(await Promise.all(names.map(open))) as Record<Name, PagefindClient>,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}

const PEERS = new URL('../peers/', import.meta.url);
/** Folder of the search boxes that ours is compared with; apart, since they come with a generator of sites. */
export const SEARCH_BOX_PEERS = new URL('../search-box-peers/', import.meta.url);

/** Folder of stores of vectors; apart, since one of them is 300 MB. */
const STORE_PEERS = new URL('../store-peers/', import.meta.url);

/** Folder of readers of documents, and of what makes documents for them. */
const DOCUMENT_PEERS = new URL('../document-peers/', import.meta.url);

/** Reads a file; `undefined` for a kind that is not read. */
export type DocumentReader = (path: string, kind: string) => Promise<readonly ReadPiece[] | undefined>;

/** A file that was made, and what is true of it. */
export interface MadeDocument {
  /** What tables call its kind. */
  readonly group: string;
  /** The ending of its name. */
  readonly kind: string;
  readonly path: string;
  readonly truth: DocumentTruth;
}

/** @returns whether the packages of `DOCUMENT_PEERS` are there */
export function installDocumentPeers(log: (message: string) => void): boolean {
  return installLockedPackages(DOCUMENT_PEERS, log);
}

/** Readers of other libraries by name; `installDocumentPeers` comes first. */
export async function loadDocumentReaders(): Promise<Readonly<Record<string, DocumentReader>>> {
  const { documentReaders } = (await import(new URL('readers.mjs', DOCUMENT_PEERS).href)) as {
    readonly documentReaders: Readonly<Record<string, DocumentReader>>;
  };
  return documentReaders;
}

/** Makes files of many kinds in a folder; `installDocumentPeers` comes first. */
export async function makeDocuments(folder: string): Promise<readonly MadeDocument[]> {
  const made = (await import(new URL('make-documents.mjs', DOCUMENT_PEERS).href)) as {
    makeDocuments(folder: string): Promise<readonly MadeDocument[]>;
  };
  return made.makeDocuments(folder);
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
 * Splitters that count tokens as they are told to, without overlap.
 *
 * @param count tokens of a text
 * @returns none when they cannot be installed
 */
export async function loadTokenPeers(
  count: (text: string) => number,
  log: (message: string) => void,
): Promise<readonly TokenPeer[]> {
  const loaded = await load<{
    tokenSplitters(count: (text: string) => number): readonly TokenPeer[];
  }>('token-splitters.mjs', log);
  return loaded?.tokenSplitters(count) ?? [];
}

/** A store of texts with vectors. */
interface StorePeer {
  add(rows: readonly { readonly text: string; readonly vector: Float32Array }[]): unknown;
  /** Makes what searching needs. */
  finish(): unknown;
  search(vector: Float32Array, limit: number): unknown;
  /** Left out where that is what the folder has. */
  byteCount?(): Promise<number>;
  close(): unknown;
}

/** @returns whether the packages of the stores that ours is compared with are there */
export function installStorePeers(log: (message: string) => void): boolean {
  return installLockedPackages(STORE_PEERS, log);
}

/** Where a store may be: an empty folder, and the address of an empty schema. */
export interface StorePlace {
  readonly folder: string;
  readonly address: string;
}

/** Opens one of `storePeers`, which must be installed. */
export async function openStorePeer(
  name: string,
  { folder, address }: StorePlace,
  dimensions: number,
): Promise<StorePeer> {
  const { storePeers } = (await import(new URL('stores.mjs', STORE_PEERS).href)) as {
    readonly storePeers: Readonly<
      Record<string, (folder: string, dimensions: number, address: string) => Promise<StorePeer>>
    >;
  };
  return storePeers[name]!(folder, dimensions, address);
}

/** @returns `undefined` when it cannot be installed */
export function loadPagefind(log: (message: string) => void): Promise<Pagefind | undefined> {
  return load<Pagefind>('node_modules/pagefind/lib/index.js', log);
}

/** @returns whether the packages of `SEARCH_BOX_PEERS` are there */
export function installSearchBoxes(log: (message: string) => void): boolean {
  return installLockedPackages(SEARCH_BOX_PEERS, log);
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

/**
 * Installs the packages of a folder that has its own `package.json` and lock file, which are no dependencies of the
 * repository; once, since it takes the network.
 *
 * @param folder its URL, with a slash at the end
 * @returns whether they are there
 */
function installLockedPackages(folder: URL, log: (message: string) => void): boolean {
  if (areInstalled(folder)) return true;
  log(`Installing packages into ${fileURLToPath(folder)}node_modules, once.\n`);
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) log(`Done without them: npm ci failed (${stderr.trim().split('\n').at(-1)}).\n`);
  return status === 0;
}

function areInstalled(folder: URL): boolean {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies).every((name) => existsSync(new URL(`node_modules/${name}`, folder)));
}
