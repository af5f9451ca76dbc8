import { readFileSync } from 'node:fs';
import { filesBelow } from '@topicmill/test-support/damage';
import { expect } from 'vitest';
import { type DocsRepo, sampleRepo } from './docs-repo.js';

export const NOTES = '# Tea\n\nNotes that a person wrote.\n\n';
export const TEA = 'docs/drinks/tea';

/** A built repository with notes of a person, and what of it a person wrote or a build made. */
export async function builtRepo(): Promise<DocsRepo> {
  const repo = sampleRepo({ [`${TEA}/topic-spec.md`]: NOTES });
  expect(await repo.run('build')).toMatchObject({ exitCode: 0 });
  return repo;
}

export function docsOf(repo: DocsRepo): Record<string, string> {
  const paths = filesBelow(repo.path('docs'));
  return Object.fromEntries(paths.map((path) => [path.slice(repo.root.length), readFileSync(path, 'latin1')]));
}

/** Removes what a build made of a topic; its notes stay. */
export function loseOutputs(repo: DocsRepo): void {
  for (const name of ['_chunks', '_keywords', 'index.json']) repo.remove(`${TEA}/${name}`);
}
