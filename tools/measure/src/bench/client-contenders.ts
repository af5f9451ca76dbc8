import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everydayWords, wordsByMeaning } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { buildSearchIndex, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import { bundledThesaurusLines } from '@topicmill/search/thesaurus';
import { searchBoxFile } from '@topicmill/serve/search-box';
import { build } from 'esbuild';
import MiniSearch from 'minisearch';
import type { Pagefind } from '../peers.js';
import type { GeneratedDocs } from './generated-docs.js';

const MIN_SIMILARITY = 0.5;
const MINI_SEARCH = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading'] };

/** A way to search in a browser. */
export interface Contender {
  readonly name: string;
  /**
   * Expression of the page: a promise of a function from a query and a `Step` of its search to a promise of what the first
   * result says; its passage is loaded in a pause only, as search boxes do.
   */
  readonly open: string;
  /** Whether the first result is there before the texts have been searched; then that is a step of its own. */
  readonly showsTitlesFirst?: true;
}

/** What a search box does: at a letter, for the first result after a pause, and for all results. */
export type Step = 'letter' | 'first' | 'all';

/**
 * Writes what a static host has of each way to search the same chunks: index, code, and texts where the index does not have
 * them. Results are shown with a passage, except by MiniSearch, whose index would have to contain all texts.
 */
export async function writeContenders(
  { topics }: GeneratedDocs,
  pagefind: Pagefind | undefined,
  directory: string,
): Promise<Contender[]> {
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  };
  const bundled = async (contents: string): Promise<Uint8Array> => {
    const resolveDir = fileURLToPath(new URL('.', import.meta.url));
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
    return (await build({ ...options, stdin: { contents, resolveDir } })).outputFiles[0]!.contents;
  };
  write('blank.txt', '');
  const vectors = bundledWordVectors();
  const box = buildSearchIndex(topics, {
    withTexts: true,
    meaningsOf: (words) => wordsByMeaning(vectors, words, MIN_SIMILARITY),
    everydayWords: everydayWords(vectors),
    thesaurus: bundledThesaurusLines(),
  });
  for (const [name, bytes] of box) write(`box/${name}`, bytes);
  write('box/topicmill-search.js', readFileSync(searchBoxFile()));
  for (const [name, bytes] of buildSearchIndex(topics, { model: 'random' })) {
    write(`${SEARCH_DIRECTORY}/${name}`, bytes);
  }
  for (const { chunks } of topics) for (const { path, text } of chunks) write(path, text);
  write('client.js', await bundled(`export { fetchLoader, openSearchIndex } from '@topicmill/search/retrieval';`));
  const index = new MiniSearch(MINI_SEARCH);
  index.addAll(
    topics.flatMap(({ id, title, chunks }) =>
      chunks.map(({ title: heading, text }, at) => ({ id: `${id}#${at}`, title, heading, text })),
    ),
  );
  write('minisearch.json', JSON.stringify(index));
  const miniSearch = createRequire(import.meta.url).resolve('minisearch');
  write('minisearch.js', await bundled(`export { default } from ${JSON.stringify(miniSearch)};`));
  if (pagefind !== undefined) {
    const { index: pages } = await pagefind.createIndex({});
    for (const { title, chunks } of topics) {
      for (const { path, title: heading, text } of chunks) {
        const content = `${title}\n${text}`;
        await pages.addCustomRecord({ url: `/${path}`, content, language: 'en', meta: { title: heading } });
      }
    }
    await pages.writeFiles({ outputPath: join(directory, 'pagefind') });
  }
  return contenders(JSON.stringify([...(topics[0]?.chunks[0]?.vector ?? [])]), pagefind !== undefined);
}

function contenders(vector: string, hasPagefind: boolean): Contender[] {
  const own = `new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: '/box/topicmill-search.js', onload: resolve, onerror: reject });
    document.body.append(script);
  }).then(() => topicmillSearch.openIndex('/box/')).then((index) => async (query, step) => {
    let { pages } = await index.search(query, { titlesOnly: step !== 'all' });
    if (step === 'first' && pages.length === 0) ({ pages } = await index.search(query));
    const section = pages[0]?.sections[0];
    if (step === 'letter') return section?.title;
    return section && (await index.passage(section, query)).map(({ text }) => text).join('');
  })`;
  const full = `import('/client.js').then(async ({ fetchLoader, openSearchIndex }) => {
    const loader = fetchLoader(location.origin, (url, init) => fetch(url, init));
    const index = await openSearchIndex(loader, async () => Float32Array.from(${vector}));
    return async (query, step) => {
      const { results } = await index.search(query, { limit: 10 });
      if (step === 'letter') return results[0]?.title;
      return results[0] && new TextDecoder().decode(await loader.read(results[0].path));
    };
  })`;
  const pagefind = `import('/pagefind/pagefind.js').then((pagefind) => async (query, step) => {
    const { results } = await pagefind.search(query);
    if (step === 'letter') return results[0]?.id;
    return results[0] && (await results[0].data()).excerpt;
  })`;
  const miniSearch = `Promise.all([import('/minisearch.js'), fetch('/minisearch.json').then((response) => response.text())])
    .then(([{ default: MiniSearch }, json]) => {
      const index = MiniSearch.loadJSON(json, ${JSON.stringify(MINI_SEARCH)});
      return async (query) => index.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 4, heading: 2 } })[0]?.heading;
    })`;
  return [
    { name: 'Search box', open: own, showsTitlesFirst: true },
    { name: 'Full search, words and vectors', open: full },
    ...(hasPagefind ? [{ name: 'Pagefind', open: pagefind }] : []),
    { name: 'MiniSearch', open: miniSearch },
  ];
}
