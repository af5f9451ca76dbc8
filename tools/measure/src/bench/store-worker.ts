import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ArtifactStore, openPostgresStore, openSqliteStore } from '@topicmill/artifacts/store';
import { embedText, MODEL_REVISION } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import type { Embedder } from '@topicmill/text/embedder';
import { openStorePeer, type StorePlace } from '../peers.js';
import { passagesOf, storedArtifacts, storedQuestions } from './stored-passages.js';

/** What a process is to fill and to search. */
export interface StoreTask extends StorePlace {
  /** `SQLite`, `PostgreSQL`, or a name of `storePeers`. */
  readonly store: string;
  readonly passageCount: number;
}

/** What that took. Times are wall time of this process, embeddings apart. */
export interface StoreFigures {
  readonly ingestMs: number;
  /** CPU time of this process, embeddings apart. */
  readonly ingestCpuMs: number;
  readonly byteCount: number;
  readonly peakBytes: number;
  /** By way to search, in the order of the questions. */
  readonly searchMs: Readonly<Record<string, readonly number[]>>;
}

interface OpenedStore {
  add(content: string, sourceId: string): Promise<void>;
  finish(): Promise<void>;
  readonly searches: Readonly<Record<string, (question: string) => Promise<unknown>>>;
  byteCount(): Promise<number>;
  close(): Promise<void>;
}

const LIMIT = 10;
const EMBEDDED_LENGTH = 200;
const MODES = ['lexical', 'dense', 'hybrid'] as const;
const vectors = bundledWordVectors();

/** The built-in model, with the vectors of one artifact at hand. */
class RememberingEmbedder implements Embedder {
  readonly model = MODEL_REVISION;
  private known = new Map<string, Float32Array>();

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.map((text) => this.known.get(text) ?? vectorOf(text));
  }

  rememberOnly(texts: readonly string[]): void {
    this.known = new Map(texts.map((text) => [text, vectorOf(text)]));
  }
}

const embedder = new RememberingEmbedder();

/** Of the beginning alone: all of a million texts takes longer than storing them. */
function vectorOf(text: string): Float32Array {
  return embedText(vectors, text.slice(0, EMBEDDED_LENGTH));
}

async function measureStore(task: StoreTask): Promise<StoreFigures> {
  const store = await open(task);
  let [ingestMs, ingestCpuMs] = [0, 0];
  const timed = async (work: () => Promise<void>): Promise<void> => {
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(cpu);
    ingestMs += performance.now() - begun;
    ingestCpuMs += (user + system) / 1000;
  };
  for (const { content, sourceId } of storedArtifacts(task.passageCount)) {
    embedder.rememberOnly(passageTexts(content));
    await timed(() => store.add(content, sourceId!));
  }
  await timed(() => store.finish());
  const searchMs: Record<string, number[]> = {};
  for (const [mode, search] of Object.entries(store.searches)) {
    searchMs[mode] = [];
    for (const question of storedQuestions()) {
      const begun = performance.now();
      await search(question);
      searchMs[mode].push(performance.now() - begun);
    }
  }
  const byteCount = await store.byteCount();
  await store.close();
  return { ingestMs, ingestCpuMs, byteCount, peakBytes: process.resourceUsage().maxRSS * 1024, searchMs };
}

async function open({ store, folder, address }: StoreTask): Promise<OpenedStore> {
  const options = { embedder, splitter: passagesOf };
  if (store === 'SQLite') return ours(await openSqliteStore({ ...options, path: join(folder, 'store.sqlite') }));
  if (store === 'PostgreSQL') return ours(await openPostgresStore({ ...options, address }));
  const peer = await openStorePeer(store, { folder, address }, vectors.wordDimensions);
  return {
    add: async (content) => {
      const texts = passageTexts(content);
      const found = await embedder.embed(texts);
      await peer.add(texts.map((text, at) => ({ text, vector: found[at]! })));
    },
    finish: async () => {
      await peer.finish();
    },
    searches: { dense: async (question) => peer.search(vectorOf(question), LIMIT) },
    byteCount: async () => (await peer.byteCount?.()) ?? folderBytes(folder),
    close: async () => {
      await peer.close();
    },
  };
}

function ours(store: ArtifactStore): OpenedStore {
  return {
    async add(content, sourceId) {
      await store.ingest({ content, artifactType: 'note', sourceSystem: 'bench', sourceId });
    },
    finish: async () => {},
    searches: Object.fromEntries(
      MODES.map((mode) => [mode, (question: string) => store.search(question, { mode, limit: LIMIT })]),
    ),
    byteCount: async () => (await store.stats()).byte_count,
    close: () => store.close(),
  };
}

function passageTexts(content: string): string[] {
  return passagesOf(content).chunks.map(({ startChar, endChar }) => content.slice(startChar, endChar));
}

function folderBytes(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => statSync(join(folder, name)));
  return stats.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}

process.once('message', async (task: StoreTask) => {
  process.send!(await measureStore(task));
  process.disconnect();
});
