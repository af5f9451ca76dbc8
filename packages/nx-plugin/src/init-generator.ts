import { type FolderView, type InitPlan, planInit } from '@topicmill/init-plan';
import type { GeneratorCallback, Tree } from 'nx/src/devkit-exports.js';

/** Options of the generator, as `schemas/init.schema.json` describes them. */
export interface InitGeneratorOptions {
  readonly docs?: string;
}

/** Makes a workspace a docs repository, as `topicmill init` does; `nx add @topicmill/nx` calls it. */
export async function initGenerator(tree: Tree, { docs }: InitGeneratorOptions): Promise<GeneratorCallback> {
  const plan = planInit(viewOf(tree), { docs });
  for (const { path, text } of plan.changes) tree.write(path, text);
  return () => {
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

function nextSteps({ docsRoot, changes, looseMarkdown }: InitPlan): string {
  const install = changes.some(({ path }) => path === 'package.json') ? ['  npm install'] : [];
  const loose = looseMarkdown.map(
    ({ path, suggestedPath }) => `  ${path} is in no topic folder; move it to ${suggestedPath}`,
  );
  return [`\nDocs root: ${docsRoot}`, ...loose, 'Next:', ...install, '  npx nx run-many -t index', ''].join('\n');
}
