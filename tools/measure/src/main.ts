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
      name: 'answers',
      summary: 'answers that searches find, compared with Pagefind and MiniSearch',
      load: async () => (await import('./answers/answers.js')).answers,
    },
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
      name: 'cuts',
      summary: 'chunks that cut code, rows and sentences, compared with other splitters',
      load: async () => (await import('./passages/cuts.js')).cuts,
    },
    {
      name: 'foreign-requests',
      summary: 'requests that servers must refuse',
      load: async () => (await import('./foreign-requests/foreign-requests.js')).foreignRequests,
    },
    {
      name: 'fuzzed-documents',
      summary: 'chunks of made-up documents, verified',
      load: async () => (await import('./fuzzed-documents/fuzzed-documents.js')).fuzzedDocuments,
    },
    {
      name: 'headings',
      summary: 'headings found in books of plain text',
      load: async () => (await import('./books/headings.js')).headings,
    },
    {
      name: 'hidden-text',
      summary: 'text that people do not see, found in a labelled set and in docs',
      load: async () => (await import('./hidden-text/hidden-text.js')).hiddenText,
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
      summary: 'speed of pages, and how well a reader finds its way in them',
      load: async () => (await import('./pages/pages.js')).pages,
    },
    {
      name: 'passages',
      summary: 'passages found in a budget of tokens, compared with other splitters',
      load: async () => (await import('./passages/passages.js')).passages,
    },
    {
      name: 'proof',
      summary: 'the page of recorded results',
      load: async () => (await import('./proof/report-proof.js')).reportProof,
    },
    {
      name: 'public-files',
      summary: 'chunks of public documents, verified',
      load: async () => (await import('./public-files/public-files.js')).publicFiles,
    },
    {
      name: 'repositories',
      summary: 'docs repositories as they were cloned, compared with their built sites',
      load: async () => (await import('./repositories/repositories.js')).repositories,
    },
    {
      name: 'shown-keywords',
      summary: 'keywords that built docs show, as a reader has judged them',
      load: async () => (await import('./keywords/shown-keywords.js')).shownKeywordsCommand,
    },
    {
      name: 'sites',
      summary: 'answers in the docs of public sites, compared with MiniSearch and Pagefind',
      load: async () => (await import('./sites/sites.js')).sites,
    },
    {
      name: 'typesense',
      summary: 'our exports for Typesense, checked by its own validator',
      load: async () => (await import('./typesense/typesense.js')).typesense,
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
