/** What users install. All other packages of this repository are inside of these. */

/**
 * @typedef {object} PublicPackage
 * @property {string} directory folder in the repository
 * @property {Readonly<Record<string, string>>} [commands] module in the bundle whose `main` a command runs, by the command's name
 * @property {Readonly<Record<string, string>>} [libraries] compiled module of each entry point, by its path in `exports`
 * @property {Readonly<Record<string, unknown>>} [data] other entry points, as `exports` has them
 * @property {readonly string[]} copied files and folders that go along as they are
 * @property {readonly string[]} outside packages that are installed next to it: those that find files of their own, and those
 *   whose types its types name
 */

/** @type {readonly PublicPackage[]} */
export const PUBLIC_PACKAGES = [
  {
    directory: 'apps/topicmill',
    commands: {
      topicmill: 'main',
      'chunking-tool': 'chunking-tool',
      'index-tool': 'index-tool',
      'keyword-extractor': 'keyword-extractor',
      'topic-spec': 'topic-spec',
    },
    copied: ['dist/bundle', 'dist/schemas'],
    outside: ['jiti', 'tinypool'],
  },
  {
    directory: 'apps/nx-plugin',
    data: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './executors.json': './executors.json',
      './generators.json': './generators.json',
    },
    copied: ['dist/bundle', 'dist/index.d.ts', 'executors.json', 'generators.json', 'schemas'],
    outside: ['nx', 'tinypool'],
  },
  { directory: 'apps/paginate', commands: { paginate: 'main' }, copied: [], outside: [] },
  { directory: 'apps/aio-scorer', commands: { 'aio-scorer': 'main' }, copied: [], outside: [] },
  {
    directory: 'apps/artifact-store',
    commands: { 'artifact-store': 'main' },
    libraries: { './store': 'packages/artifacts/dist/store/index.js' },
    copied: [],
    outside: [
      '@vscode/tree-sitter-wasm',
      'better-sqlite3',
      'better-sqlite3-for-node-20',
      'chardet',
      'fflate',
      'html-to-text',
      'htmlparser2',
      'ical.js',
      'iconv-lite',
      'mailparser',
      'mammoth',
      'papaparse',
      'pg',
      'sqlite-vec',
      'unpdf',
      'web-tree-sitter',
      'zod',
    ],
  },
  {
    directory: 'packages/chunking',
    libraries: {
      '.': 'packages/chunking/dist/index.js',
      './langchain': 'packages/chunking/dist/records/langchain.js',
      './llamaindex': 'packages/chunking/dist/records/llamaindex.js',
      './stages': 'packages/chunking/dist/structural/stages.js',
      './tokens': 'packages/chunking/dist/tokens.js',
    },
    copied: [],
    outside: ['@langchain/core', '@llamaindex/core', 'zod'],
  },
  {
    directory: 'packages/search',
    libraries: {
      './reranking': 'packages/search/dist/reranking/index.js',
      './retrieval': 'packages/search/dist/retrieval/index.js',
      './similarity': 'packages/search/dist/similarity/index.js',
      './thesaurus': 'packages/search/dist/thesaurus/index.js',
    },
    data: {
      './browser': { types: './dist/types/search/retrieval/index.d.ts', default: './dist/browser/retrieval.js' },
    },
    copied: ['dist/browser'],
    outside: ['zod'],
  },
  {
    directory: 'packages/embedding',
    libraries: {
      './llm-infrastructure': 'packages/embedding/dist/llm-infrastructure/index.js',
      './static-embeddings': 'packages/embedding/dist/static-embeddings/index.js',
      './static-embeddings/node': 'packages/embedding/dist/static-embeddings/node.js',
    },
    data: { './static-embeddings/word-vectors.bin': './dist/word-vectors.bin' },
    copied: [],
    outside: ['https-proxy-agent'],
  },
];
