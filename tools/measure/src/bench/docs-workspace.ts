import { appendFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { writeTopics } from '@topicmill/test-support/generate';

const TOPICS_PER_CATEGORY = 25;
const SEED = 1;

/** A plugin as nx.json names it. */
export type NxPlugin = '@topicmill/nx' | '@topicmill/measure';

/** How nx.json has a plugin. */
export type NxPluginEntry = NxPlugin | { readonly plugin: NxPlugin; readonly options: object };

/** How a docs repository is laid out and built. */
export interface DocsLayout {
  readonly topicCount: number;
  readonly sources: 'folders' | 'pages';
  readonly tasks: 'folder' | 'step';
}

/** A docs repository in a temporary folder that builds with this checkout's packages. */
export interface DocsWorkspace {
  readonly directory: string;
  /** Id of one of its topics. */
  readonly topicId: string;
  /** Its document, below the directory. */
  readonly documentPath: string;
  readonly topicIds: readonly string[];
  remove(): void;
}

/**
 * @param plugin what infers projects from its topics, as nx.json names it
 * @param nodeModules folder that the workspace finds Nx and the plugin in
 */
export function makeDocsWorkspace(layout: DocsLayout, plugin: NxPluginEntry, nodeModules: string): DocsWorkspace {
  const { topicCount, sources, tasks } = layout;
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bench-'));
  const categoryCount = Math.ceil(topicCount / TOPICS_PER_CATEGORY);
  writeTopics(directory, { topicCount, categoryCount, seed: SEED, sources });
  if (tasks === 'step') appendFileSync(join(directory, 'topicmill.yaml'), 'nx: { tasks: step }\n');
  symlinkSync(nodeModules, join(directory, 'node_modules'), 'junction');
  writeFileSync(join(directory, 'package.json'), '{ "name": "docs-repo", "private": true }\n');
  writeFileSync(join(directory, 'nx.json'), `${JSON.stringify({ analytics: false, plugins: [plugin] })}\n`);
  // As `topicmill init` sets it.
  writeFileSync(join(directory, '.env'), 'NX_DEFAULT_OUTPUT_STYLE=static\nNX_ISOLATE_PLUGINS=false\n');
  const results = sources === 'pages' ? 'topics\n' : '';
  writeFileSync(join(directory, '.gitignore'), `node_modules\n.nx\n.topicmill\n.embedding-cache\n${results}`);
  const documentEnd = sources === 'pages' ? '.md' : '/golden-reference.md';
  const topicIds = topicsBelow(join(directory, 'docs'), documentEnd);
  return {
    directory,
    topicId: topicIds[0]!,
    documentPath: `docs/${topicIds[0]!}${documentEnd}`,
    topicIds,
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function topicsBelow(docsRoot: string, documentEnd: string): string[] {
  const paths = readdirSync(docsRoot, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  return paths
    .filter((path) => path.endsWith(documentEnd))
    .map((path) => path.slice(0, -documentEnd.length))
    .sort();
}
