import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTopicmill } from '../bench/run-topicmill.js';
import { SEARCH_BOX_PEERS } from '../peers.js';
import { readTopics } from '../read-topics.js';
import { searchStub } from './search-stub.js';
import { type HostedSite, hostSite } from './site-host.js';

const PACKAGES = join(fileURLToPath(SEARCH_BOX_PEERS), 'node_modules');
/** Titles and texts of our docs contain braces, which Vue would take for expressions. */
const vitePress = (themeConfig: string): string => `export default {
  title: 'Docs',
  ignoreDeadLinks: true,
  markdown: { html: false },
  vue: { template: { compilerOptions: { delimiters: ['[[[[', ']]]]'] } } },
  themeConfig: ${themeConfig},
};
`;
const LOCAL_SEARCH = "{ search: { provider: 'local', options: { detailedView: true } } }";
const CONFIGURATION = 'sources: pages\ndocsRoot: pages\nsite: { generator: vitepress, url: / }\n';
const DOCSEARCH = `docsearch({
  container: '#docsearch', appId: 'stub', apiKey: 'stub', indices: ['docs'], insights: false,
  transformSearchClient: (client) => ({
    ...client,
    search: (requests) => fetch('/docsearch/stub', { method: 'POST', body: JSON.stringify(requests) }).then((response) => response.json()),
  }),
});`;

/** A search box as its documentation says to place it, and how a page of it is read. */
export interface PlacedBox {
  readonly name: string;
  /** Before the end of the head, and of the body. */
  readonly tags: readonly [head: string, body: string];
  /** It is the one of the site's theme. */
  readonly isBuiltIn?: true;
  /** Paths of its files on the site. */
  readonly files: RegExp;
  /** Elements of a result, as selectors that a shadow root does not hide. */
  readonly title: string;
  readonly passage: string;
}

const OWN: PlacedBox = {
  name: 'topicmill',
  tags: [
    '<script src="/topicmill-search/topicmill-search.js" defer></script>',
    '<topicmill-search></topicmill-search>',
  ],
  files: /^\/topicmill-search\//,
  title: '.option .title',
  passage: '.option .passage mark',
};

/** The page as it is, without a search. */
export const BARE: PlacedBox = { ...OWN, name: 'without a search box', tags: ['', ''], files: /^$/ };

export const BOXES: readonly PlacedBox[] = [
  OWN,
  {
    name: 'Pagefind, modal',
    tags: [
      '<link href="/pagefind/pagefind-component-ui.css" rel="stylesheet"><script src="/pagefind/pagefind-component-ui.js" type="module"></script>',
      '<pagefind-modal-trigger></pagefind-modal-trigger><pagefind-modal></pagefind-modal>',
    ],
    files: /^\/pagefind\//,
    title: '.pf-result-link',
    passage: '.pf-result-excerpt mark, .pf-heading-excerpt mark',
  },
  {
    name: 'DocSearch, stub of its service',
    tags: [
      '<link href="/docsearch/style.css" rel="stylesheet">',
      `<div id="docsearch"></div><script src="/docsearch/docsearch.js"></script><script>${DOCSEARCH}</script>`,
    ],
    files: /^\/docsearch\//,
    title: '.DocSearch-Hit-title',
    passage: '.DocSearch-Hit-title mark',
  },
  {
    name: 'VitePress, local search',
    isBuiltIn: true,
    tags: ['', ''],
    files: /^\/assets\/chunks\/(?:@localSearchIndex|VPLocalSearchBox)/,
    title: '.VPLocalSearchBox .result .title',
    passage: '.VPLocalSearchBox .result .excerpt mark',
  },
];

/** One site of our own docs, built by VitePress once, with all the boxes' files. */
export interface SearchedSite {
  /** Serves the site with a box in its pages; `close` when done. */
  host(box: PlacedBox): Promise<HostedSite>;
  remove(): void;
}

/**
 * Builds the docs below a folder as a site of VitePress, and the indexes of all boxes from it.
 *
 * @param folder of topics at any depth
 */
export async function buildSearchedSite(folder: string): Promise<SearchedSite> {
  // VitePress takes packages from the folders above its site.
  const work = mkdtempSync(join(tmpdir(), 'search-boxes-'));
  symlinkSync(PACKAGES, join(work, 'node_modules'));
  const topics = await readTopics(folder);
  for (const { id, text } of topics) write(join(work, 'pages', id, 'index.md'), text);
  write(join(work, 'topicmill.yaml'), CONFIGURATION);
  const node = (script: string, ...args: readonly string[]): Buffer =>
    execFileSync(process.execPath, [join(PACKAGES, script), ...args], { cwd: work, stdio: 'pipe' });
  const build = (name: string, themeConfig: string): string => {
    write(join(work, 'pages/.vitepress/config.mjs'), vitePress(themeConfig));
    node('vitepress/bin/vitepress.js', 'build', 'pages', '--outDir', join(work, name));
    return join(work, name);
  };
  // Its own search takes the keys of the others.
  const searched = build('searched', LOCAL_SEARCH);
  const site = build('site', '{}');
  node('pagefind/lib/runner/bin.cjs', '--site', site);
  await runTopicmill(work, ['search-index', '--out', site, '--quiet']);
  mkdirSync(join(site, 'docsearch'));
  cpSync(join(PACKAGES, '@docsearch/css/dist/style.css'), join(site, 'docsearch/style.css'));
  cpSync(join(PACKAGES, '@docsearch/js/dist/umd/docsearch.js'), join(site, 'docsearch/docsearch.js'));
  const stub = searchStub(topics);
  return {
    host: ({ tags, isBuiltIn }) =>
      hostSite(isBuiltIn === true ? searched : site, { tags, answers: { '/docsearch/stub': stub } }),
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
