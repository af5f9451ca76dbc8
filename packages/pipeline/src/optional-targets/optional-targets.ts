import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readableEntries } from '@topicmill/base/files';
import { hasContentName, MANIFEST_FILE, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import {
  INDEX_FILE,
  MODEL_QUESTIONS_FILE,
  pathIn,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import picomatch from 'picomatch';
import type { TopicmillConfig } from '../config/index.js';
import {
  type DocsRoot,
  type Folder,
  type OwnedFiles,
  ownedFile,
  type Step,
  type StepInput,
  sourcePath,
  type Target,
} from '../runner/index.js';
import {
  AUTHORITY,
  type DocumentOutputs,
  INDEX,
  indexTargets,
  PAGE_OUTPUTS,
  REFERENCE_OUTPUTS,
  STEP_TARGETS,
} from '../steps/index.js';
import { globMatcher, IgnoredPaths, isHiddenName, KEYWORD_SHARES_FILE, topicStrategy } from '../workspace/index.js';
import { PAGE_FILES, PAGE_QUERIES_FILE, RECORD_FILES, SCORES_FILE } from './target-files.js';

const pagesStep: Step = {
  name: 'pages',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: REFERENCE_FILE },
    { kind: 'page' },
    { kind: 'config', key: 'pages', of: ({ pages }) => ({ ...pages, topics: [] }) },
    { kind: 'config', key: 'baseHref' },
  ],
  outputs: [PAGE_FILES],
  run: async (inputs) => (await import('./run-pages.js')).runPages(inputs),
};

/** Pages of the references, each with a token that names the page before and the page after it. */
const pagesTarget: OptionalTarget = {
  name: 'pages',
  reads: undefined,
  steps: [pagesStep],
  foldersIn: (docsRoot) => (docsRoot.config.pages.enabled ? chosenTopics(docsRoot, docsRoot.config.pages.topics) : []),
  stepsOf: () => [pagesStep],
};

/** Markdown that belongs to topics and categories is not a document of its own. */
const OTHER_PURPOSE = new Set([
  REFERENCE_FILE,
  QA_PAIRS_FILE,
  MODEL_QUESTIONS_FILE,
  TOPIC_SPEC_FILE,
  KEYWORD_SHARES_FILE,
]);

/** Whether a file of a folder without a reference is a document. */
function isMarkdownSource(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.') && !OTHER_PURPOSE.has(name);
}

/** The documents of a folder without a reference. */
const MARKDOWN_SOURCES: OwnedFiles = { directory: '', glob: '*.md', owns: isMarkdownSource };

const topicRecords = recordsStep([{ kind: 'source', path: REFERENCE_FILE }, { kind: 'page' }], 'topic');
const folderRecords = recordsStep([{ kind: 'sources', files: MARKDOWN_SOURCES }], 'folder');

/** Chunk records for databases: of the reference of a topic, of every document of a folder of markdown. */
const recordsTarget: OptionalTarget = {
  name: 'records',
  reads: undefined,
  steps: [topicRecords],
  foldersIn: (docsRoot) =>
    docsRoot.config.records.enabled
      ? [...chosenTopics(docsRoot, docsRoot.config.records.topics), ...markdownFolders(docsRoot)]
      : [],
  stepsOf: ({ isTopic }) => [isTopic ? topicRecords : folderRecords],
};

/** Documents of one folder may have different strategies. */
function recordStrategies(config: TopicmillConfig, folder: Folder): unknown {
  if (folder.isTopic) return topicStrategy(config, folder);
  const { strategy, options, byPath } = config.chunking;
  return { strategy, options, byPath };
}

function recordsStep(sources: readonly StepInput[], scope: Step['scope']): Step {
  return {
    name: 'records',
    scope,
    inputs: [
      ...sources,
      { kind: 'config', key: 'records', of: ({ records }) => ({ ...records, topics: [], folders: [] }) },
      { kind: 'config', key: 'chunking', of: recordStrategies },
    ],
    outputs: [RECORD_FILES],
    run: async (inputs) => (await import('./run-records.js')).runRecords(inputs),
  };
}

const scoreStep: Step = {
  name: 'score',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: PAGE_QUERIES_FILE },
    { kind: 'made', files: PAGE_FILES },
    { kind: 'config', key: 'score' },
    { kind: 'model' },
  ],
  outputs: [SCORES_FILE],
  run: async (inputs, services) => (await import('./run-score.js')).runScore(inputs, services),
};

/** The gate after pages: topics that have questions about them fail when an offline reader misses a threshold. */
const scoreTarget: OptionalTarget = {
  name: 'score',
  reads: 'pages',
  steps: [scoreStep],
  foldersIn: (docsRoot) => {
    const { root, config } = docsRoot;
    if (!config.score.enabled) return [];
    const hasQuestions = (folder: Folder): boolean => {
      const path = sourcePath(config, folder, PAGE_QUERIES_FILE);
      return path !== undefined && existsSync(join(root, path));
    };
    return pagesTarget.foldersIn(docsRoot).filter(hasQuestions);
  },
  stepsOf: () => [scoreStep],
};

/** The files of the published search index; all but the manifest are named by their content. */
const SEARCH_FILES: OwnedFiles = {
  directory: SEARCH_DIRECTORY,
  glob: `${SEARCH_DIRECTORY}/*`,
  owns: (name) => name === MANIFEST_FILE || /^[0-9a-f]{16}\.(?:bin|json)$/.test(name),
  recognizes: (name, text, read, bytes) => {
    if (name === MANIFEST_FILE) return isOwnSearchManifest(text);
    if (hasContentName(bytes, name)) return true;
    const manifest = read(`${SEARCH_DIRECTORY}/${MANIFEST_FILE}`) ?? '';
    return isOwnSearchManifest(manifest) && manifest.includes(name.slice(0, name.indexOf('.')));
  },
};

function isOwnSearchManifest(text: string): boolean {
  return ['"analysis"', '"topicCount"', '"chunkCount"', '"prompts"'].every((key) => text.includes(`${key}:`));
}

/**
 * Publishes the search index of all topics that have chunks. Files that an edit does not
 * change keep their names, and the manifest is written last: a reader sees the old index or the new one.
 */
const searchStep = searchStepFor(REFERENCE_OUTPUTS, []);
/** The same where the topics are pages. */
const pageSearchStep = searchStepFor(PAGE_OUTPUTS, [{ kind: 'config', key: 'roots' }]);

function searchStepFor({ manifest, chunks }: DocumentOutputs, inputs: readonly StepInput[]): Step {
  return {
    name: 'search',
    scope: 'docs-root',
    inputs: [
      { kind: 'every-topic', path: REFERENCE_FILE },
      { kind: 'every-topic', path: QA_PAIRS_FILE },
      { kind: 'every-topic-made', files: [ownedFile(INDEX_FILE), manifest, chunks] },
      { kind: 'config', key: 'search' },
      { kind: 'model' },
      ...inputs,
    ],
    outputs: [SEARCH_FILES],
    run: async (inputs, services) => (await import('./run-search.js')).runSearch(inputs, services),
  };
}

/** The search index of the docs root. */
export const searchTarget: OptionalTarget = {
  name: 'search',
  reads: 'index',
  steps: [searchStep],
  foldersIn: ({ config, tree }) => (config.search.enabled ? [{ ...tree.get('')!, childIds: [] }] : []),
  stepsOf: ({ sources }) => [sources === undefined ? searchStep : pageSearchStep],
};

/** Every target other than `index`. Each says what it reads, what it writes and which folders have it; all are off by default. */
export const OPTIONAL_TARGETS: readonly OptionalTarget[] = [
  recordsTarget, // golden-reference.md, or a folder's markdown → _records/
  pagesTarget, //   golden-reference.md → _pages/
  scoreTarget, //   _pages/ and page-queries.yaml → _pages/scores.json
  searchTarget, //  every topic's index and chunks → the docs root's _search/
];

/** Every target, in an order in which each comes after those whose files it reads. */
export const ALL_TARGETS: readonly Target[] = [AUTHORITY, INDEX, ...STEP_TARGETS, ...OPTIONAL_TARGETS];

/** The targets that a workspace builds as its configuration has it, in the same order. */
export function targetsOf(config: Pick<TopicmillConfig, 'nx'>): readonly Target[] {
  return [AUTHORITY, ...indexTargets(config), ...OPTIONAL_TARGETS];
}

/** A target in addition to `index`. No folder has it unless the configuration asks for it. */
export interface OptionalTarget extends Target {
  /** Whose results its steps read: those of all folders' own steps, those of a target of the same folder, or nobody's. */
  readonly reads: 'index' | 'pages' | undefined;
}

/** The topics whose ids globs choose; none of them waits for the folders below it. */
function chosenTopics({ tree }: Pick<DocsRoot, 'tree'>, globs: readonly string[]): Folder[] {
  const isChosen = globMatcher(globs);
  const topics = [...tree.values()].filter(({ id, isTopic }) => isTopic && isChosen(id));
  return topics.map((folder) => ({ ...folder, childIds: [] }));
}

/**
 * The folders with markdown and without a reference that globs choose, by their paths from the workspace's root. Folders
 * whose names begin with `_` or `.`, and those that git or Nx leaves out, are not searched.
 */
function markdownFolders({ root, config }: Pick<DocsRoot, 'root' | 'config'>): Folder[] {
  const { folders: globs } = config.records;
  if (globs.length === 0) return [];
  const isChosen = globMatcher(globs);
  const bases = globs.filter((glob) => !glob.startsWith('!')).map((glob) => picomatch.scan(glob).base.split('/'));
  const found: string[] = [];
  const walk = (path: string, ignored: (names: readonly string[]) => IgnoredPaths): void => {
    const entries = readableEntries(join(root, path));
    const here = ignored(entries.map(({ name }) => name));
    const files = entries.filter((entry) => entry.isFile() && !here.leavesOut(entry.name)).map(({ name }) => name);
    if (path !== '' && isChosen(path) && !files.includes(REFERENCE_FILE) && files.some(isMarkdownSource))
      found.push(path);
    for (const entry of entries) {
      const below = pathIn(path, entry.name);
      if (!entry.isDirectory() || isHiddenName(entry.name) || !isOnTheWay(below, bases)) continue;
      if (!here.leavesOut(`${entry.name}/`)) walk(below, (names) => here.below(entry.name, join(root, below), names));
    }
  };
  walk('', () => IgnoredPaths.at(root));
  return found.sort().map((path) => markdownFolder(posix.relative(config.docsRoot, path)));
}

function markdownFolder(id: string): Folder {
  return { id, isTopic: false, parentId: undefined, childIds: [] };
}

/** Whether a folder is above, at or below the folder where some glob begins. */
function isOnTheWay(path: string, bases: readonly (readonly string[])[]): boolean {
  const segments = path.split('/');
  return bases.some((base) => base.every((name, at) => name === '' || at >= segments.length || segments[at] === name));
}
