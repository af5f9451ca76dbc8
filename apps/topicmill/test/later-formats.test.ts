import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sealCompressedJson, sealJson, sealText, unseal } from '@topicmill/base/files';
import { loadWordVectors } from '@topicmill/embedding/static-embeddings';
import { readBaseline } from '@topicmill/pipeline/gate';
import { packStates, statePackPath } from '@topicmill/pipeline/runner';
import { AccessTokens } from '@topicmill/serve/access';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import { readChunksManifest, readModelQuestions } from '@topicmill/topics/formats';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { importArtifacts } from '../../../packages/artifacts/src/store/import-artifacts.js';
import {
  type ArtifactStore,
  openPostgresStore,
  openSqliteStore,
  type SqliteStoreOptions,
} from '../../../packages/artifacts/src/store/index.js';
import { fixtureInput, smallWindows } from '../../../packages/artifacts/test/store/contract/fixture-store.js';
import { countingEmbedder } from '../../../packages/artifacts/test/store/counting-embedder.js';
import { readPagesManifest } from '../../../packages/pages/src/pagination/index.js';
import { recordedChanges } from '../../../packages/pipeline/src/init/undo-init.js';
import { readManifest } from '../../../packages/search/src/retrieval/search-index/manifest.js';
import { type DocsRepo, sampleRepo, servedRepo } from './docs-repo.js';

const REPOSITORY = join(import.meta.dirname, '../../..');
const WORD_TABLE = join(REPOSITORY, 'packages/embedding/data/word-vectors.bin');

const database = await openTestDatabase();
afterAll(() => database?.close());

/** What the page on formats lists with a version, and the version after that. */
const LATER: ReadonlyMap<string, number> = new Map(
  readFileSync(join(REPOSITORY, 'docs/reference/formats/golden-reference.md'), 'utf8')
    .split('\n## Strategies and steps')[0]!
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name, version]): [string, number][] =>
      /^\d+$/.test(version ?? '') ? [[name!, Number(version) + 1]] : [],
    ),
);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-later-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What a reader says about a file of the later version, as a rejection. */
type Reader = readonly [code: string, read: (later: number) => unknown];

const REFUSED: Readonly<Record<string, Reader>> = {
  '`_chunks/<document>.chunks.json`': [
    'CHUNK_MANIFEST_INVALID',
    (format) => readChunksManifest(JSON.stringify({ format }), 'a.chunks.json'),
  ],
  '`_chunks/<page>.chunks.json`, of a page': [
    'CHUNK_MANIFEST_INVALID',
    (format) => readChunksManifest(JSON.stringify({ format, page: { id: 'a', url: 'a' } }), 'a.chunks.json'),
  ],
  '`_search/manifest.json` and the files that it names': [
    'SEARCH_INDEX_INVALID',
    (format) => readManifest(JSON.stringify({ format })),
  ],
  '`_pages/chunks.json` of a set of pages': [
    'PAGES_MANIFEST_INVALID',
    (version) => readPagesManifest(JSON.stringify({ version }), 'chunks.json'),
  ],
  '`retrieval-baseline.json`': [
    'BASELINE_INVALID',
    (format) => readBaseline(JSON.stringify({ format }), 'retrieval-baseline.json'),
  ],
  '`model-questions.md`': [
    'MODEL_QUESTIONS_INVALID',
    (format) => readModelQuestions(`<!-- model-questions format="${format}" -->\n`, 'model-questions.md'),
  ],
  'access tokens of `mcp --http`': [
    'TOKENS_INVALID',
    (format) => {
      const path = join(temporaryFolder(), 'tokens.json');
      writeFileSync(path, JSON.stringify({ format }), { mode: 0o600 });
      return new AccessTokens(path);
    },
  ],
  '`.topicmill/init.json`': [
    'INIT_RECORD_MISSING',
    (version) => {
      const text = sealJson({ version, changes: [] }).toString('utf8');
      return recordedChanges({ readText: () => text } as never, []);
    },
  ],
  'export of an artifact store (JSON Lines)': [
    'ARTIFACT_EXPORT_INVALID',
    (version) => {
      async function* lines() {
        yield JSON.stringify({ format: 'topicmill-artifacts', version });
      }
      return importArtifacts({ embedder: async () => ({ model: 'm' }) } as never, lines(), {});
    },
  ],
  'artifact store (SQLite)': [
    'STORE_FOREIGN',
    async (format) => {
      const path = join(temporaryFolder(), 'store.sqlite');
      await (await filledStore((options) => openSqliteStore({ path, ...options }))).close();
      const bytes = readFileSync(path);
      // Where SQLite keeps `user_version`.
      bytes.writeUInt32BE(format, 60);
      writeFileSync(path, bytes);
      return openSqliteStore({ path, ...SPLIT });
    },
  ],
  'table of word vectors': [
    'WORD_VECTORS_CORRUPT',
    (format) => {
      const bytes = readFileSync(WORD_TABLE);
      bytes.writeUInt16LE(format, 4);
      return loadWordVectors(bytes);
    },
  ],
};

const SPLIT = { embedder: countingEmbedder(), splitter: smallWindows };

async function filledStore(
  open: (options: Omit<SqliteStoreOptions, 'path'>) => Promise<ArtifactStore>,
): Promise<ArtifactStore> {
  const store = await open(SPLIT);
  onTestFinished(() => store.close());
  await store.ingest(fixtureInput('A heron fishes at the weir.'));
  return store;
}

/** Refused where a server of PostgreSQL runs. */
const REFUSED_IN_POSTGRESQL: Readonly<Record<string, Reader>> = {
  'artifact store (PostgreSQL)': [
    'STORE_FOREIGN',
    async (format) => {
      const address = database!.newAddress();
      await filledStore((options) => openPostgresStore({ address, ...options }));
      await setFormat(address, format);
      return openPostgresStore({ address, ...SPLIT });
    },
  ],
  'docs in PostgreSQL': [
    'STORE_FOREIGN',
    async (format) => {
      const repo = sampleRepo();
      await repo.build();
      const address = database!.newAddress();
      expect(await repo.run('publish', address)).toMatchObject({ exitCode: 0 });
      await setFormat(address, format);
      for (const args of [
        ['publish', address],
        ['query', 'tea', '--from', address],
      ]) {
        expect(await repo.run(...args)).toMatchObject({ exitCode: 1, err: expect.stringContaining('STORE_FOREIGN') });
      }
      throw Object.assign(new Error(), { code: 'STORE_FOREIGN' });
    },
  ],
};

async function setFormat(address: string, format: number): Promise<void> {
  const schema = new URL(address).searchParams.get('schema')!;
  await database!.query(`UPDATE "${schema}".settings SET value = '${format}' WHERE name = 'format'`);
}

/** Files that are rebuilt, and how one is given the later version; `cache verify` names each. */
const MADE_AGAIN: Readonly<Record<string, readonly [file: RegExp, change: (bytes: Buffer, later: number) => Buffer]>> =
  {
    '`index/<folder>/state.br` and those of other targets': [
      /^\.topicmill\/index\/docs\/drinks\/tea\/state\.br$/,
      (bytes, format) => sealCompressedJson({ ...contentOf(bytes), format }),
    ],
    '`packs/<target>/<folder>/states.br`': [
      /^\.topicmill\/packs\/index\/docs\/states\.br$/,
      (bytes, format) => {
        const end = bytes.indexOf('\n') + 1;
        return Buffer.concat([sealJson({ ...contentOf(bytes.subarray(0, end)), format }), bytes.subarray(end)]);
      },
    ],
    '`memo/<name>.br`': [
      /^\.topicmill\/memo\/[^/]+\.br$/,
      (bytes, format) => sealCompressedJson({ ...contentOf(bytes), format }),
    ],
    '`search/<model>/<hash>.segment`': [
      /^\.topicmill\/search\/[^/]+\/[^/]+\.segment$/,
      (bytes, later) => {
        const end = 8 + bytes.readUInt32LE(0);
        const header = Buffer.from(bytes.toString('utf8', 8, end).replace(/"format":\d+/, `"format":${later}`));
        const prefix = Buffer.alloc(8);
        prefix.writeUInt32LE(header.length, 0);
        prefix.writeUInt32LE(crc32(header), 4);
        return Buffer.concat([prefix, header, bytes.subarray(end)]);
      },
    ],
    '`record.br`, `record.changes.br`': [
      /^\.topicmill\/record\.br$/,
      (bytes, later) => sealText((unseal(bytes) as string).replace(/^\[\d+/, `[${later}`)),
    ],
    'entry of `.embedding-cache/`': [
      /^\.embedding-cache\/.*metadata\.json$/,
      (bytes, later) => Buffer.from(bytes.toString().replace(/"format": \d+/, `"format": ${later}`)),
    ],
  };

function contentOf(bytes: Uint8Array): object {
  return unseal(bytes) as object;
}

/** What no reader here meets in another version. */
const NOT_READ: Readonly<Record<string, string>> = {
  '`scores.json` of pages': 'people and their programs read it',
  'chunks in `query --json`, `context --json`, answers of MCP, and exports as `jsonl`, `typesense`, `qdrant` and `pgvector`':
    'programs of others read them',
  'chunks in `questions todo --json` and the MCP tool `questions_todo`': 'agents read them',
  'answers kept of a language model': 'the version is in the name of the file, so that no other release opens it',
  "rules by which a store's texts are split": 'other rules are no fault: the next ingest names both, and `reindex`',
};

describe('a file of the version after this release', () => {
  it('has a row here for each format with a version', () => {
    const rows = [REFUSED, REFUSED_IN_POSTGRESQL, MADE_AGAIN, NOT_READ].flatMap((each) => Object.keys(each));
    expect(rows.sort()).toEqual([...LATER.keys()].sort());
  });

  it.each(Object.entries(REFUSED))('is refused with a code and both versions: %s', async (name, [code, read]) => {
    const later = LATER.get(name)!;
    const refused: unknown = await (async () => read(later))().catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code });
    expect(String((refused as Error).message)).toMatch(new RegExp(`\\b${later}\\b.*\\b${later - 1}\\b`));
  });

  it.skipIf(database === undefined).each(Object.entries(REFUSED_IN_POSTGRESQL))(
    'is refused with a code: %s',
    async (name, [code, read]) => {
      await expect((async () => read(LATER.get(name)!))()).rejects.toMatchObject({ code });
    },
  );

  it.each(Object.entries(MADE_AGAIN))(
    'is named by cache verify, and made again by a build: %s',
    async (name, [file, change]) => {
      const repo = await servedRepo();
      expect((await repo.run('build')).exitCode).toBe(0);
      expect((await repo.run('query', 'green leaves')).exitCode).toBe(0);
      packStates(repo.root, statePackPath('index', 'docs'), 'index', ['docs/drinks/tea', 'docs/bread']);
      const built = repo.files('docs');
      const path = pathsOf(repo).find((each) => file.test(each))!;
      const changed = change(readFileSync(repo.path(path)), LATER.get(name)!);
      expect(changed.equals(readFileSync(repo.path(path)))).toBe(false);
      writeFileSync(repo.path(path), changed);

      const verified = await repo.run('cache', 'verify');
      expect([verified.exitCode, verified.err]).toEqual([1, expect.stringContaining(`${path} error CACHE_`)]);
      expect((await repo.run('build')).exitCode).toBe(0);
      expect(repo.files('docs')).toEqual(built);
      expect((await repo.run('query', 'green leaves')).exitCode).toBe(0);
    },
  );
});

function pathsOf(repo: DocsRepo): string[] {
  return Object.keys(repo.files('.'));
}

it('verify names a published search index of a later release; searches go on with that of the checkout', async () => {
  const repo = sampleRepo();
  repo.write('topicmill.yaml', `${repo.read('topicmill.yaml')}search: { enabled: true }\n`);
  await repo.build();
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0 });
  const path = 'docs/_search/manifest.json';
  repo.write(path, repo.read(path).replace(/"format": \d+/, '"format": 99'));
  const verified = await repo.run('verify');
  expect([verified.exitCode, verified.err]).toEqual([
    1,
    expect.stringMatching(/_search\/manifest\.json error SEARCH_INDEX_INVALID: .*version 99.*reads \d/),
  ]);
  expect(await repo.run('query', 'green leaves')).toMatchObject({ exitCode: 0, out: expect.stringContaining('1. ') });
  expect(await repo.run('query', 'green leaves', '--from', 'docs')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('search-index')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0 });
});
