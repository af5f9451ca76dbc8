/** A folder on a file system on which `a` and `A` are one file, where there is one. */
const CASELESS = process.env['TOPICMILL_CASELESS'];

/** Where tests of names in other cases work; the folder is the system's own where none is named. */
export const CASE_PLACES: readonly {
  readonly name: string;
  readonly parent: string | undefined;
  readonly isThere: boolean;
}[] = [
  { name: 'temporary files', parent: undefined, isThere: true },
  { name: 'a file system without case (TOPICMILL_CASELESS)', parent: CASELESS, isThere: CASELESS !== undefined },
];

export const PAGES_CONFIG = 'sources: pages\nsite: { generator: none }\n';
const TOPICS_CONFIG = 'docsRoot: docs\n';

/** Sources with a name that gets another case: what it is of, `topicmill.yaml`, a file, and the names. */
export const CASE_CHANGES: readonly (readonly [of: string, config: string, file: string, from: string, to: string])[] =
  [
    ['a page', PAGES_CONFIG, 'docs/guide/a.md', 'docs/guide/a.md', 'docs/guide/A.md'],
    ['a page that is a folder', PAGES_CONFIG, 'docs/a/index.md', 'docs/a', 'docs/A'],
    ['a folder of pages', PAGES_CONFIG, 'docs/guide/a.md', 'docs/guide', 'docs/Guide'],
    ['a folder and its page', PAGES_CONFIG, 'docs/guide/a.md', 'docs/guide', 'docs/GUIDE'],
    ['a topic', TOPICS_CONFIG, 'docs/guide/a/golden-reference.md', 'docs/guide/a', 'docs/guide/A'],
    ['a category', TOPICS_CONFIG, 'docs/guide/a/golden-reference.md', 'docs/guide', 'docs/Guide'],
  ];
