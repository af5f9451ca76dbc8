import { CONFIG_FILE } from '../runner/index.js';
import type { FolderView, SiteNames } from '../sites/index.js';
import type { ChosenSites } from './choose-sites.js';
import type { SourceChoice } from './choose-sources.js';
import { repositoryName } from './git-remote.js';
import { pagesYaml } from './pages-yaml.js';
import { type StopWordLanguage, stopWordsOfLocales } from './stop-words-of-locales.js';

/** A repository whose pages are topics. */
export type PagesChoice = Exclude<SourceChoice, { kind: 'folders' }>;

const DEFAULT_OUT_DIR = 'topics';
/** Where the whole repository is a docs root, generators would publish results that are in a visible folder. */
const HIDDEN_OUT_DIR = '.topics';

/** What settings of pages depend on in addition to their sites. */
export interface FoundSettings {
  readonly usesNx: boolean;
  readonly isEstimateOff?: boolean | undefined;
  readonly languages: readonly StopWordLanguage[];
}

/** The text of `topicmill.yaml`: that which is there, or a new one. */
export function configText(
  view: FolderView,
  choice: PagesChoice,
  { usesNx, isEstimateOff, languages }: FoundSettings,
): string {
  if (choice.kind === 'configured-pages') return view.readText(CONFIG_FILE)!;
  const { roots, chosen } = choice;
  const outDir = roots.some(({ docsRoot }) => docsRoot === '.') ? HIDDEN_OUT_DIR : freeFolder(view, DEFAULT_OUT_DIR);
  const from = chosen.sites.map(({ config }) => config.path);
  const names = namesOf(view, chosen);
  const tokenCounter = isEstimateOff ? 'cl100k_base' : undefined;
  return pagesYaml({ roots, outDir, names, hasPackages: usesNx, languages, tokenCounter, from });
}

/** What the only site calls itself; without a title the name of the repository is that of the docs. */
function namesOf(view: FolderView, { sites }: ChosenSites): SiteNames {
  const names = sites.length === 1 ? sites[0]!.names : {};
  const title = names.title ?? repositoryName(view);
  return title === undefined ? names : { ...names, title };
}

/** The languages that the configurations of sites name; English where they name none. */
export function localeLanguages(choice: SourceChoice): readonly StopWordLanguage[] {
  const roots = choice.kind === 'pages' ? choice.roots : [];
  const languages = stopWordsOfLocales(roots.flatMap(({ locale }) => (locale === undefined ? [] : [locale])));
  return languages.length === 0 ? ['eng'] : languages;
}

/** A hand-made folder of the usual name is left alone. */
function freeFolder(view: FolderView, name: string): string {
  const isTaken = view.list('').some((entry) => entry.name === name);
  return isTaken ? `topicmill-${name}` : name;
}
