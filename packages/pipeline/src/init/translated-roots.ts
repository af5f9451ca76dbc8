import { pathIn } from '@topicmill/topics/formats/file-names';
import { type DetectedRoot, FIRST_LANGUAGE, type FolderView, languageNamed } from '../sites/index.js';
import { languageOf } from './mixed-languages.js';
import { pagesBelow } from './pages-below.js';

/** One page of the same name says little: most folders have an index. */
const MIN_SHARED_PAGES = 2;

/** A folder of a language alone may be called so for another reason. */
const MIN_LANGUAGES = 2;

/** The folder of a docs root's path that is called as a language: `docs`, `de` and `content` of `docs/de/content`. */
interface LanguagePlace {
  readonly before: string;
  readonly language: string;
  readonly after: string;
}

interface PlacedRoot {
  readonly root: DetectedRoot;
  readonly place: LanguagePlace;
}

/**
 * Docs roots of which each is a translation of the others, such as `docs/en/docs` and `docs/hi/docs`, with their languages;
 * also those that no configuration names, since a script may build a site once for each language, and those of `content` in
 * `translations/de/content`. English comes first, else the language of the first root. A translation has no address of its own where its configuration gives that of the
 * first, or where it has none.
 */
export function withTranslations(view: FolderView, roots: readonly DetectedRoot[]): readonly DetectedRoot[] {
  const placed = roots.flatMap((root): PlacedRoot[] => {
    const place = root.locale === undefined ? languagePlace(root.docsRoot) : undefined;
    return place === undefined ? [] : [{ root, place }];
  });
  const replaced = new Map<DetectedRoot, readonly DetectedRoot[]>();
  for (const first of placed.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) {
    if (replaced.has(first.root)) continue;
    const others = placed.filter((each) => each !== first && pathFrame(each.place) === pathFrame(first.place));
    const translations = findTranslations(view, first, others);
    if (translations.length === 0) continue;
    for (const { root } of translations) replaced.set(root, []);
    const taken = new Set(roots.flatMap(({ name }) => name ?? []));
    replaced.set(
      first.root,
      [first, ...translations].map((each) => withLocale(each, first, taken)),
    );
  }
  return roots.flatMap((root) => replaced.get(root) ?? withTranslatedCopies(view, root));
}

/** Whether all that a folder contains are folders called as languages. */
export function containsLanguages(view: FolderView, folder: string): boolean {
  const folders = view.list(folder).filter(({ isFolder }) => isFolder);
  return folders.length >= MIN_LANGUAGES && folders.every(({ name }) => languageNamed(name) !== undefined);
}

/** A docs root with its translations in a folder of languages, which repeat its path. */
function withTranslatedCopies(view: FolderView, root: DetectedRoot): DetectedRoot[] {
  const { docsRoot, locale, site } = root;
  if (docsRoot === '.' || locale !== undefined) return [root];
  const pages = new Set(pagesBelow(view, docsRoot));
  const containers = view.list('').filter(({ name, isFolder }) => isFolder && containsLanguages(view, name));
  const { url: _, ...unpublished } = site;
  const copies = containers.flatMap(({ name }) =>
    view.list(name).flatMap((folder): DetectedRoot[] => {
      const path = `${name}/${folder.name}/${docsRoot}`;
      const language = folder.isFolder ? languageNamed(folder.name) : undefined;
      const isCopy = language !== undefined && sharedCount(pagesBelow(view, path), pages) >= MIN_SHARED_PAGES;
      const copy = { ...root, name: folder.name, locale: language!, docsRoot: path };
      return isCopy ? [{ ...copy, site: unpublished as DetectedRoot['site'] }] : [];
    }),
  );
  if (copies.length === 0) return [root];
  const language = languageOf(
    view,
    [...pages].map((page) => `${docsRoot}/${page}`),
  );
  return [{ ...root, name: root.name ?? language, locale: language }, ...copies];
}

function sharedCount(own: readonly string[], pages: ReadonlySet<string>): number {
  return own.filter((page) => pages.has(page)).length;
}

function languagePlace(docsRoot: string): LanguagePlace | undefined {
  const segments = docsRoot.split('/');
  const at = segments.findIndex((segment) => languageNamed(segment) !== undefined);
  if (at === -1) return undefined;
  const [before, after] = [segments.slice(0, at), segments.slice(at + 1)].map((part) => part.join('/'));
  return { before: before!, language: segments[at]!, after: after! };
}

function isFirst({ place }: PlacedRoot): boolean {
  return languageNamed(place.language) === FIRST_LANGUAGE;
}

function pathFrame({ before, after }: LanguagePlace): string {
  return `${before}/*/${after}`;
}

/** Those of `others`, and of the folders next to the first one, that have pages of it. */
function findTranslations(view: FolderView, first: PlacedRoot, others: readonly PlacedRoot[]): PlacedRoot[] {
  const { before, language, after } = first.place;
  const pages = new Set(pagesBelow(view, first.root.docsRoot));
  const isTranslation = ({ root }: PlacedRoot): boolean => {
    const own = pagesBelow(view, root.docsRoot);
    const shared = sharedCount(own, pages);
    return shared >= MIN_SHARED_PAGES && shared * 2 >= own.length;
  };
  const known = new Set([language, ...others.map(({ place }) => place.language)]);
  const siblings = view
    .list(before)
    .filter(({ name, isFolder }) => isFolder && languageNamed(name) !== undefined && !known.has(name))
    .map(({ name }): PlacedRoot => {
      const folder = pathIn(before, name);
      const { name: _, ...root } = first.root;
      return {
        root: { ...root, docsRoot: after === '' ? folder : `${folder}/${after}` },
        place: { before, language: name, after },
      };
    });
  return [...others, ...siblings].filter(isTranslation);
}

function withLocale({ root, place }: PlacedRoot, first: PlacedRoot, taken: Set<string>): DetectedRoot {
  let name = root.name ?? place.language;
  for (let count = 2; root.name === undefined && taken.has(name); count++) name = `${place.language}-${count}`;
  taken.add(name);
  const { url, ...site } = root.site;
  const hasOwnAddress = root === first.root || url !== first.root.site.url;
  return {
    ...root,
    name,
    locale: languageNamed(place.language)!,
    site: (hasOwnAddress ? root.site : site) as DetectedRoot['site'],
  };
}
