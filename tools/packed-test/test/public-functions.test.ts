import { openPostgresStore, openSqliteStore } from '@topicmill/artifacts/store';
import * as chunking from '@topicmill/chunking';
import * as models from '@topicmill/embedding/llm-infrastructure';
import * as pagination from '@topicmill/pages/pagination';
import * as retrieval from '@topicmill/search/retrieval';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import { describe, expect, it, onTestFinished } from 'vitest';

const TEXT = '# Tea\n\nTea is brewed with hot water.\n';
const tokenCounter = await loadTokenCounter('words');
const tokens = await loadTokenLocator('cl100k_base');
const embedder = models.createEmbedder('builtin', { env: {} });
const document = { text: TEXT, file: 'tea.md', fileTitle: 'Tea' };
const memory = retrieval.memoryLoader(
  new Map([...retrieval.buildSearchIndex([])].map(([name, bytes]) => [`${retrieval.SEARCH_DIRECTORY}/${name}`, bytes])),
);
const stripes = { stripe_order: [], items: [], baseline_conceptual: 0 };

/** What a caller without types may give. */
// biome-ignore lint/suspicious/noExplicitAny: the point of these tests
type Untyped = any;

const splitter = () => ({ tokenCount: 0, chunks: [] });
/** Where no server is: options are checked before anybody is asked. */
const address = 'postgres://127.0.0.1:1/none';

async function store() {
  const opened = await openSqliteStore({ path: ':memory:', embedder, splitter });
  onTestFinished(() => opened.close());
  return opened;
}

/** Each function that takes options, by its name, called with what is given and whatever else it needs. */
const CALLS: Readonly<Record<string, (mistyped: Untyped) => unknown>> = {
  chunk: (mistyped) => chunking.chunk(TEXT, { fileTitle: 'Tea', ...mistyped }),
  chunkSync: (mistyped) => chunking.chunkSync(TEXT, { fileTitle: 'Tea', tokenCounter, ...mistyped }),
  chunkStream: (mistyped) => chunking.chunkStream(() => [TEXT], { fileTitle: 'Tea', ...mistyped }).next(),
  semanticStrategy: (mistyped) => chunking.semanticStrategy({ tokenCounter, ...mistyped }),
  structuralStrategy: (mistyped) => chunking.structuralStrategy({ tokenCounter, ...mistyped }),
  twoTierStrategy: (mistyped) => chunking.twoTierStrategy({ tokenCounter, ...mistyped }),
  loadStrategy: (mistyped) => chunking.loadStrategy('semantic', mistyped),
  explainChunks: (mistyped) =>
    chunking.explainChunks(document, { strategy: 'semantic', options: { tokenCounter, ...mistyped } }),
  splitArtifact: (mistyped) =>
    chunking.splitArtifact(TEXT, 'doc', { sizes: chunking.DEFAULT_ARTIFACT_SIZES, tokens, ...mistyped }),
  migrateRecord: (mistyped) => chunking.migrateRecord({ id: 'a' }, mistyped),
  splitDocument: (mistyped) =>
    pagination.splitDocument({
      text: TEXT,
      file: 'tea.md',
      baseUrl: 'https://example.org/tea',
      limits: { maxTokens: 300, overlapTokens: 0, allowsOversize: true },
      counter: tokenCounter,
      sha256: () => '0'.repeat(64),
      ...mistyped,
    }),
  buildSearchIndex: (mistyped) => retrieval.buildSearchIndex([], mistyped),
  openSearchIndex: async (mistyped) => (await retrieval.openSearchIndex(memory)).search('tea', mistyped),
  openInstantSearch: async (mistyped) => (await retrieval.openInstantSearch(memory)).search('tea', mistyped),
  openDocs: (mistyped) => retrieval.openDocs(memory).search('tea', mistyped),
  assembleContext: (mistyped) =>
    retrieval.assembleContext(retrieval.openDocs(memory), 'tea', { maxTokens: 1, count: () => 1, ...mistyped }),
  takeStripe: (mistyped) => retrieval.takeStripe(stripes as Untyped, { order: 'conceptual', ...mistyped }),
  createEmbedder: (mistyped) => models.createEmbedder('builtin', { env: {}, ...mistyped }),
  openEmbedder: (mistyped) => models.openEmbedder('builtin', { env: {}, ...mistyped }),
  createQuestionEncoder: (mistyped) =>
    models.createQuestionEncoder({ model: 'builtin', questions: 'encoder' }, { env: {}, ...mistyped }),
  createTextGenerator: (mistyped) => models.createTextGenerator('openai:m', { env: {}, ...mistyped }),
  openSqliteStore: (mistyped) => openSqliteStore({ path: ':memory:', embedder, splitter, ...mistyped }),
  openPostgresStore: (mistyped) => openPostgresStore({ address, embedder, splitter, ...mistyped }),
  'search of a store': async (mistyped) => (await store()).search('tea', mistyped),
  'ingest of a store': async (mistyped) => (await store()).ingest({ text: TEXT } as Untyped, mistyped),
  'getContext of a store': async (mistyped) => (await store()).getContext('a', 0, mistyped),
  'list of a store': async (mistyped) => (await store()).list(mistyped),
  'reindex of a store': async (mistyped) => (await store()).reindex(embedder, mistyped),
  'exportLines of a store': async (mistyped) => (await store()).exportLines(mistyped),
  'importLines of a store': async (mistyped) => (await store()).importLines([], mistyped),
};

/** Functions of the same packages that take no options: a text, records, or what another function has returned. */
const WITHOUT_OPTIONS =
  'artifactChunkId ChunkTexts encoderAddress encoderFolder chatMessages isVoiceName MissingChunks questionReason reasonsText bookRecordJsonSchema checkArtifactSizes chunkFileText chunkRecordJsonSchema docNameOf firstTitle joinWithBoundaries mergeOverlaps recordFaults recordFileName sharedStarts readKey strategyHelp strategyKey strategyNamed withDefaults ruleName sharedRows toLangChainDocument toLlamaIndexNode trimBlankLines typesenseSchema Editions analyzeText analyzeWords editionTable fetchLoader findSnippet fuseRankings hasContentName headingPath hiddenTextWarning isMissingFile labelOf markPieces matchPrompts memoryLoader readJoinedPage remarksJson relatedWordsText matchedWords gatherContext readTermDescriptions readThesaurus remarksOn renderedMarkdown resultJson resultJsonSchema WordTerms wordsOf checkPages compareManifest countedIds createdIds extractiveSummaries formatPagesManifest joinPages modelSummaries numberedIds pagesHtml pagesManifest pagesManifestJsonSchema readPage readPageComment readPagesManifest tokenDifferences verifyGraph isBuiltinModel isSoundAnswer keepAnswers Refinement oneASection proxiedFetch queryVector'.split(
    ' ',
  );

describe('a function of the libraries', () => {
  it.each(Object.entries(CALLS))('%s refuses an option that it does not have, by name', async (_name, call) => {
    await expect((async () => call({ maxToken: 100 }))()).rejects.toEqual(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining('maxToken') }),
    );
  });

  it.each([
    ['openSqliteStore', 'path', () => openSqliteStore({ embedder, splitter } as Untyped)],
    ['openSqliteStore', 'embedder', () => openSqliteStore({ path: ':memory:', splitter } as Untyped)],
    ['openSqliteStore', 'splitter', () => openSqliteStore({ path: ':memory:', embedder } as Untyped)],
    ['openPostgresStore', 'address', () => openPostgresStore({ embedder, splitter } as Untyped)],
    ['openPostgresStore', 'embedder', () => openPostgresStore({ address, splitter } as Untyped)],
    ['openPostgresStore', 'splitter', () => openPostgresStore({ address, embedder } as Untyped)],
    ['openSqliteStore', 'expected an object', () => (openSqliteStore as Untyped)()],
    ['openPostgresStore', 'expected an object', () => (openPostgresStore as Untyped)()],
  ])('%s says that %s is missing', async (receiver, missing, call) => {
    await expect(call()).rejects.toEqual(
      expect.objectContaining({
        code: 'INVALID_OPTION',
        message: expect.stringMatching(new RegExp(`^${receiver}: .*${missing}`)),
      }),
    );
  });

  it('is in one of the two lists', () => {
    const exported = [chunking, models, pagination, retrieval].flatMap((library) =>
      Object.entries(library).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
    );
    const known = new Set([...Object.keys(CALLS), ...WITHOUT_OPTIONS]);
    expect(exported.filter((name) => !known.has(name))).toEqual([]);
    expect(WITHOUT_OPTIONS.filter((name) => !exported.includes(name))).toEqual([]);
  });
});
