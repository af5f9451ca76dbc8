import { processIo, runCommandGroup } from '@topicmill/base/cli';

process.exitCode = await runCommandGroup(
  {
    name: 'measure',
    version: '0.1.0',
    description:
      'Measures Topicmill: speed compared with other libraries, and how good chunks, keywords and answers are.',
    examples: [
      ['npm run bench -- chunking', 'speed compared with other splitters'],
      ['npm run eval:keywords -- --topics <folder>', 'keywords compared with those that somebody expects'],
    ],
  },
  [
    { name: 'bench', summary: 'speed and memory', load: async () => (await import('./bench/bench.js')).bench },
    {
      name: 'artifacts',
      summary: 'answers that the artifact store finds',
      load: async () => (await import('./artifacts/artifacts.js')).artifacts,
    },
    {
      name: 'context',
      summary: 'answers within a budget of tokens, compared with best chunks and whole pages',
      load: async () => (await import('./context/context.js')).context,
    },
    {
      name: 'documents',
      summary: 'text and structure of documents that readers keep, compared with other libraries',
      load: async () => (await import('./documents/documents.js')).documents,
    },
    {
      name: 'fuzzed-documents',
      summary: 'chunks of made-up documents, verified',
      load: async () => (await import('./fuzzed-documents/fuzzed-documents.js')).fuzzedDocuments,
    },
    {
      name: 'imports',
      summary: 'which rooms import which',
      load: async () => (await import('./imports/imports.js')).imports,
    },
    {
      name: 'keywords',
      summary: 'keywords compared with expected ones',
      load: async () => (await import('./keywords/keywords.js')).keywords,
    },
    {
      name: 'pages',
      summary: 'answers from the pages of made-up documents',
      load: async () => (await import('./pages/pages.js')).pages,
    },
    {
      name: 'passages',
      summary: 'passages found in a budget of tokens, compared with other splitters',
      load: async () => (await import('./passages/passages.js')).passages,
    },
    {
      name: 'prompts',
      summary: 'chunks that questions belong to, by thresholds of similarity',
      load: async () => (await import('./prompts/prompts.js')).prompts,
    },
    {
      name: 'proof',
      summary: 'the page of recorded results',
      load: async () => (await import('./proof/report-proof.js')).reportProof,
    },
    {
      name: 'published',
      summary: 'published HTML of packages, compared with what Chromium shows of it',
      load: async () => (await import('./published/published.js')).published,
    },
    {
      name: 'repositories',
      summary: 'docs repositories as they were cloned, compared with their built sites',
      load: async () => (await import('./repositories/repositories.js')).repositories,
    },
    {
      name: 'sites',
      summary: 'answers in the docs of public sites, compared with MiniSearch and Pagefind',
      load: async () => (await import('./sites/sites.js')).sites,
    },
    {
      name: 'typing',
      summary: 'pages found while somebody types, and mistypes, compared with MiniSearch',
      load: async () => (await import('./typing/typing.js')).typing,
    },
  ],
  process.argv.slice(2),
  processIo(),
);
