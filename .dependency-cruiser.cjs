/** What each room may import besides itself. What is not allowed here is forbidden. */
const ROOMS = {
  base: [],
  text: ['base'],
  chunking: ['text', 'base'],
  topics: ['text', 'base'],
  embedding: ['text', 'base'],
  search: ['topics', 'text', 'base'],
  pages: ['topics', 'embedding', 'text', 'base'],
  artifacts: ['search', 'topics', 'chunking', 'text', 'base'],
  pipeline: ['search', 'pages', 'topics', 'chunking', 'embedding', 'text', 'base'],
  serve: ['search', 'topics', 'chunking', 'embedding', 'text', 'base'],
};

/** Folders that turn text into data: files, network, clock and environment are the edge's. */
const PURE = [
  'packages/(?:text|chunking|topics)/src/',
  'packages/base/src/diagnostics/',
  'packages/pages/src/(?:pagination|page-scoring)/',
  'packages/pipeline/src/(?:config|init|site-config|sites|sources|verify)/',
];

/** Folders that run in a browser and so read what they are given, and nothing that reads files. */
const BROWSER = ['packages/search/src/', 'packages/serve/src/viewer/app/', 'packages/serve/src/search-box/app/'];

const roomRules = Object.entries(ROOMS).map(([room, below]) => ({
  name: `${room}-imports-downwards`,
  severity: 'error',
  comment: `The room "${room}" imports only itself and: ${below.join(', ') || 'nothing'}.`,
  from: { path: `^packages/${room}/src/` },
  to: { path: '^(?:packages|apps|tools)/', pathNot: `^packages/(?:${[room, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'every-package-is-a-room',
      severity: 'error',
      comment: 'A new package is entered in ROOMS.',
      from: { path: '^packages/', pathNot: `^packages/(?:${Object.keys(ROOMS).join('|')})/` },
      to: {},
    },
    {
      name: 'pure-folders-touch-no-system',
      severity: 'error',
      from: { path: `^(?:${PURE.join('|')})` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-folders-read-no-files-and-no-configuration',
      severity: 'error',
      from: { path: `^(?:${[...PURE.slice(0, 3), ...BROWSER].join('|')})` },
      to: { path: '^packages/base/src/(?:files|config|cli)/' },
    },
    {
      name: 'an-idea-is-entered-by-its-index',
      severity: 'error',
      comment:
        'Within a room, one folder imports another by its index.ts, or by node.ts where browsers have another entry.',
      from: { path: '^packages/(?!chunking/)([^/]+)/src/([^/]+)/' },
      to: {
        path: '^packages/$1/src/([^/]+)/',
        pathNot: ['^packages/$1/src/$2/', '^packages/$1/src/[^/]+/(?:index|node)\\.ts$'],
      },
    },
    {
      name: 'the-runner-knows-no-step',
      severity: 'error',
      comment: 'Steps, workspaces and targets know the runner; it is handed what it runs.',
      from: { path: '^packages/pipeline/src/runner/' },
      to: { path: '^packages/pipeline/src/(?!(?:config|runner|sites|sources)/)' },
    },
    {
      name: 'a-workspace-is-opened-without-steps',
      severity: 'error',
      from: { path: '^packages/pipeline/src/workspace/' },
      to: { path: '^packages/pipeline/src/(?!(?:workspace|config|runner|sites|sources)/)' },
    },
    {
      name: 'an-index-is-made-without-ranking',
      severity: 'error',
      comment: 'Ranking reads the index, in files or in a database; whatever both need belongs to the index.',
      from: { path: '^packages/search/src/retrieval/(?:search|page)-index/' },
      to: { path: '^packages/search/src/retrieval/ranking/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'apps-meet-through-files',
      severity: 'error',
      comment: 'An app never imports another app, and nothing imports an app, but tools that measure the Nx plugin.',
      from: { path: '^(packages|apps/[^/]+|tools)/' },
      to: { path: '^apps/', pathNot: ['^$1/', '^apps/nx-plugin/src/(?:index|infer-with)\\.ts$'] },
    },
    {
      name: 'packages-do-not-import-tools',
      severity: 'error',
      comment: 'Tests may.',
      from: { path: '^(packages|apps)/[^/]+/(?!test/)' },
      to: { path: '^tools/' },
    },
    {
      name: 'only-declared-dependencies',
      severity: 'error',
      comment: 'A package lists what it imports in its own package.json.',
      from: { path: '^(packages|apps)/[^/]+/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: { path: '/src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    exclude: { path: '(?:^|/)(?:node_modules|dist|fixtures)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@topicmill/source', 'import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
