import type { Diagnostic } from '@topicmill/base/diagnostics';
import { MODEL_QUESTIONS_FILE, PAGE_NOTE_FILE, QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import { type Folder, type FolderTree, includedName } from '../runner/index.js';
import type { PageTopics, TopicPage } from '../sources/index.js';
import { assembleTree, KEYWORD_SHARES_FILE, readingOrder } from './folder-tree.js';

/** Folder at the workspace's root for hand-written files about pages. */
export const PAGE_NOTES_DIRECTORY = 'topicmill';

/** The names that steps have for what people write about a topic, with the ends of the file names that these have for pages. */
export const PAGE_NOTE_ENDINGS: ReadonlyMap<string, string> = new Map([
  [QA_PAIRS_FILE, '.qa.md'],
  [MODEL_QUESTIONS_FILE, '.model-questions.md'],
  [PAGE_NOTE_FILE, '.topic-spec.md'],
  ['page-queries.yaml', '.page-queries.yaml'],
]);

/**
 * The folders that the pages of sites make: a topic for each page with a text, a category for each folder above one and
 * for each page without. Those of one folder are in the order of the site.
 *
 * @param sourceFile name that steps have for the document of a topic
 * @param notes steps' names for the hand-written files of a page, with the endings of their file names
 * @param unreadable ids of folders that cannot be looked into, with the reason
 */
export function buildPageTree(
  { pages, categories }: PageTopics,
  sourceFile: string,
  notes: ReadonlyMap<string, string>,
  unreadable: ReadonlyMap<string, Diagnostic> = new Map(),
): FolderTree {
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const categoryOf = new Map(categories.map((category) => [category.id, category]));
  return assembleTree({
    leafIds: pageOf.keys(),
    faults: unreadable,
    compare: readingOrder(pageOf.keys()),
    describe: (id) => {
      const page = pageOf.get(id);
      const category = page === undefined ? categoryOf.get(id) : undefined;
      return {
        isTopic: page?.hasText === true,
        sources: new Map([
          ...(page === undefined ? [] : sourcesOf(page, sourceFile, notes)),
          ...(id === '' ? DOCS_ROOT_SOURCES : []),
        ]),
        ...(page === undefined ? {} : { page }),
        ...(category === undefined ? {} : { category }),
      };
    },
  });
}

/** What people keep for all pages together. */
const DOCS_ROOT_SOURCES: NonNullable<Folder['sources']> = new Map([
  [KEYWORD_SHARES_FILE, `${PAGE_NOTES_DIRECTORY}/${KEYWORD_SHARES_FILE}`],
]);

function sourcesOf(
  { id, path, inclusions = [], published }: TopicPage,
  sourceFile: string,
  notes: ReadonlyMap<string, string>,
): Map<string, string> {
  const base = `${PAGE_NOTES_DIRECTORY}/${id === '' ? 'index' : id}`;
  const included = [...inclusions.map(({ path: file }) => file), published?.blocks].flatMap((file) =>
    file === undefined ? [] : [[includedName(file), file] as const],
  );
  return new Map([[sourceFile, path], ...[...notes].map(([name, end]) => [name, base + end] as const), ...included]);
}
