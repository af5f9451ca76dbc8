import { execSync } from 'node:child_process';
import type { GeneratorCallback, Tree } from '@nx/devkit';
import { type FolderView, type InitPlan, planInit } from '@topicmill/pipeline/init';
import { loadCl100kBase } from '@topicmill/text/tokens/cl100k-base';
import { pathIn } from '@topicmill/topics/formats/file-names';

/** Options of the generator, as `schemas/init.schema.json` describes them. */
export interface InitGeneratorOptions {
  readonly docs?: string;
}

/**
 * Makes a workspace a docs repository, as `topicmill init` does; `nx add @topicmill/nx` calls it. What it returns
 * installs the packages that are new in package.json, as generators do, so that the next command can be a build.
 */
export async function initGenerator(tree: Tree, { docs }: InitGeneratorOptions): Promise<GeneratorCallback> {
  const plan = planInit(viewOf(tree), { docs, nx: true, counter: await loadCl100kBase(), now: new Date() });
  for (const { path, text } of plan.changes) tree.write(path, text);
  const { install } = plan.next;
  const hasNewPackages = plan.changes.some(({ path }) => path === 'package.json');
  return () => {
    if (hasNewPackages && install !== undefined) execSync(install, { cwd: tree.root, stdio: 'inherit' });
    process.stdout.write(nextSteps(plan));
  };
}

function viewOf(tree: Tree): FolderView {
  return {
    readText: (path) => tree.read(path, 'utf-8') ?? undefined,
    list: (folder) =>
      tree.children(folder).map((name) => {
        const path = pathIn(folder, name);
        return { name, isFolder: !tree.isFile(path) };
      }),
  };
}

function nextSteps({ docsRoot, looseMarkdown, pages, next }: InitPlan): string {
  const loose = looseMarkdown.map(
    ({ path, suggestedPath }) => `  ${path} is in no topic folder; move it to ${suggestedPath}`,
  );
  const unread = (pages?.sites ?? []).flatMap(({ config, unread }) =>
    unread.map((each) => `  ${config.path}: ${each} was not read; \`npx topicmill init\` can run the configuration`),
  );
  const roots = pages?.roots.map((root) => `${root.docsRoot} (${root.pageCount} pages, ${root.generator})`);
  return [`\nDocs root: ${roots?.join(', ') ?? docsRoot}`, ...loose, ...unread, 'Next:', `  ${next.build}`, ''].join(
    '\n',
  );
}
