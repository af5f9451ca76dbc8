import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { writeTopics } from '@topicmill/test-support/generate';

const TOPICS_PER_CATEGORY = 25;
const SEED = 1;

/** A plugin as nx.json names it. */
export type NxPlugin = '@topicmill/nx' | '@topicmill/measure';

/** A docs repository in a temporary folder that builds with this checkout's packages. */
export interface DocsWorkspace {
  readonly directory: string;
  /** Id of one of its topics. */
  readonly topicId: string;
  readonly topicIds: readonly string[];
  remove(): void;
}

/**
 * @param plugin what infers projects from its topics, as nx.json names it
 * @param nodeModules folder that the workspace finds Nx and the plugin in
 */
export function makeDocsWorkspace(topicCount: number, plugin: NxPlugin, nodeModules: string): DocsWorkspace {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bench-'));
  const categoryCount = Math.ceil(topicCount / TOPICS_PER_CATEGORY);
  writeTopics(directory, { topicCount, categoryCount, seed: SEED });
  symlinkSync(nodeModules, join(directory, 'node_modules'), 'junction');
  writeFileSync(join(directory, 'package.json'), '{ "name": "docs", "private": true }\n');
  writeFileSync(join(directory, 'nx.json'), `${JSON.stringify({ analytics: false, plugins: [plugin] })}\n`);
  // As `topicmill init` sets it.
  writeFileSync(join(directory, '.env'), 'NX_DEFAULT_OUTPUT_STYLE=static\nNX_ISOLATE_PLUGINS=false\n');
  writeFileSync(join(directory, '.gitignore'), 'node_modules\n.nx\n.topicmill\n.embedding-cache\n');
  const topicIds = topicsBelow(join(directory, 'docs'));
  return {
    directory,
    topicId: topicIds[0]!,
    topicIds,
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function topicsBelow(docsRoot: string): string[] {
  const references = readdirSync(docsRoot, { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path) === 'golden-reference.md',
  );
  return references.map((path) => dirname(path).split(sep).join('/')).sort();
}
