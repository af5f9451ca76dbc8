/** Who may import whom. Each package is named once; what is not allowed here is forbidden. */
const LAYERS = {
  base: ['diagnostics', 'files', 'config', 'cli'],
  text: ['markdown', 'tokens'],
  domain: ['chunking', 'explain-page', 'keywords', 'topics', 'ordering', 'pagination', 'page-scoring'],
  adapter: ['llm-infrastructure', 'embedding-cache', 'static-embeddings', 'artifact-text'],
  pipeline: ['pipeline'],
  pages: ['page-sets'],
  retrieval: ['retrieval'],
  artifacts: ['artifacts'],
  viewer: ['viewer'],
  edge: ['topic-command', 'init-plan', 'verify', 'optional-targets', 'nx-plugin'],
  publishing: ['docs-export', 'docs-mcp', 'docs-server'],
  authoring: ['docs-watch', 'retrieval-gate'],
};

/** Layers, and single packages of a layer, that a layer may import beside itself. */
const ALLOWED = {
  base: [],
  text: ['diagnostics'],
  domain: ['text', 'diagnostics'],
  adapter: ['domain', 'text', 'base'],
  pipeline: ['domain', 'adapter', 'text', 'base'],
  pages: ['domain', 'adapter', 'text', 'base'],
  retrieval: ['domain', 'text', 'diagnostics'],
  artifacts: ['retrieval', 'domain', 'text', 'base'],
  edge: ['pipeline', 'pages', 'retrieval', 'domain', 'text', 'base'],
  viewer: ['retrieval', 'domain', 'text', 'diagnostics'],
  publishing: ['viewer', 'retrieval', 'domain', 'text', 'base'],
  authoring: ['pipeline', 'retrieval', 'domain', 'text', 'base'],
};

const packagesOf = (name) => LAYERS[name] ?? [name];
const sourcesOf = (packages) => `^packages/(?:${packages.join('|')})/`;

const layerRules = Object.entries(LAYERS).map(([layer, packages]) => ({
  name: `${layer}-imports-downwards`,
  severity: 'error',
  comment: `The layer "${layer}" imports only itself and: ${ALLOWED[layer].join(', ') || 'nothing'}.`,
  from: { path: `^packages/(?:${packages.join('|')})/src/` },
  to: { path: '^(?:packages|apps|tools)/', pathNot: sourcesOf([...packages, ...ALLOWED[layer].flatMap(packagesOf)]) },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'every-package-has-a-layer',
      severity: 'error',
      comment: 'A new package is entered in LAYERS.',
      from: { path: '^packages/', pathNot: sourcesOf(Object.values(LAYERS).flat()) },
      to: {},
    },
    {
      name: 'pure-packages-touch-no-system',
      severity: 'error',
      comment: 'Domain and text packages turn text into data; files, network and clock are the edge’s.',
      from: {
        path: `^packages/(?:${[...LAYERS.text, ...LAYERS.domain, 'diagnostics', 'init-plan', 'verify'].join('|')})/src/`,
      },
      to: { dependencyTypes: ['core'] },
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
      comment: 'An app never imports another app, and nothing imports an app.',
      from: { path: '^(packages|apps/[^/]+|tools)/' },
      to: { path: '^apps/', pathNot: '^$1/' },
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
      comment: 'What a package imports stands in its own package.json.',
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
