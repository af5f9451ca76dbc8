import { readPageFrontMatter } from '@topicmill/text/markdown';
import type { FolderView } from '../sites/index.js';
import type { TopicPage } from '../sources/index.js';
import { evenSample } from './estimate-of-pages.js';

const ADDRESS_KEYS = ['permalink', 'slug', 'url'] as const;

/** A key of front matter by which pages name their address. */
export type AddressKey = (typeof ADDRESS_KEYS)[number];

/** Pages that are looked at, at most. */
const SAMPLE_COUNT = 100;
const MIN_PAGES = 5;
const MIN_SHARE = 0.9;

/** The key by which at least nine pages in ten name their address, each of a docs root another; `undefined` where there is none. */
export function addressKeyOf(view: FolderView, pages: readonly TopicPage[]): AddressKey | undefined {
  const sample = evenSample(pages, SAMPLE_COUNT);
  if (sample.length < MIN_PAGES) return undefined;
  const read = sample.map(({ path, rootIndex }) => {
    const { values } = readPageFrontMatter(view.readText(path) ?? '', path);
    return { rootIndex, values };
  });
  return ADDRESS_KEYS.find((key) => {
    const named = read.flatMap(({ rootIndex, values }) =>
      typeof values[key] === 'string' ? `${rootIndex} ${values[key]}` : [],
    );
    return named.length >= MIN_SHARE * sample.length && new Set(named).size >= MIN_SHARE * named.length;
  });
}
