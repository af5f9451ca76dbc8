import { execSync } from 'node:child_process';
import { type FolderView, type InitPlan, planInit } from '@topicmill/pipeline/init';
import type { GeneratorCallback, Tree } from 'nx/src/devkit-exports.js';

/** Options of the generator, as `schemas/init.schema.json` describes them. */
export interface InitGeneratorOptions {
  readonly docs?: string;
}

/**
 * Makes a workspace a docs repository, as `topicmill init` does; `nx add @topicmill/nx` calls it. What it returns
 * installs the packages that are new in package.json, as generators do, so that the next command can be a build.
 */
export async function initGenerator(tree: Tree, { docs }: InitGeneratorOptions): Promise<GeneratorCallback> {
  const plan = planInit(viewOf(tree), { docs });
  for (const { path, text } of plan.changes) tree.write(path, text);
  const hasNewPackages = plan.changes.some(({ path }) => path === 'package.json');
  return () => {
    if (hasNewPackages) execSync(plan.next.install, { cwd: tree.root, stdio: 'inherit' });
    process.stdout.write(nextSteps(plan));
  };
}

function viewOf(tree: Tree): FolderView {
  return {
    readText: (path) => tree.read(path, 'utf-8') ?? undefined,
    list: (folder) =>
      tree.children(folder).map((name) => {
        const path = folder === '' ? name : `${folder}/${name}`;
        return { name, isFolder: !tree.isFile(path) };
      }),
  };
}

function nextSteps({ docsRoot, looseMarkdown, next }: InitPlan): string {
  const loose = looseMarkdown.map(
    ({ path, suggestedPath }) => `  ${path} is in no topic folder; move it to ${suggestedPath}`,
  );
  return [`\nDocs root: ${docsRoot}`, ...loose, 'Next:', `  ${next.build}`, ''].join('\n');
}
