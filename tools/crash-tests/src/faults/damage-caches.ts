import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DAMAGE_KINDS, damageFile, filesBelow } from '@topicmill/test-support/damage';
import type { Random } from '@topicmill/test-support/generate';
import { buildIn } from './fail-calls.js';
import { buildAgain, type FaultyDocs } from './faulty-docs.js';
import type { PartCount } from './part.js';

/** With the built-in model no vectors are stored. */
const CACHES = ['.topicmill'];
const MOST_AT_ONCE = 12;
const OUTPUTS = /(?:_chunks|_keywords)\/|\.json$/;

/**
 * Damages files of the caches, several at a time, sometimes with the outputs or the states gone, and builds twice: each
 * build must make what a clean one makes.
 */
export async function damageCaches(docs: FaultyDocs, random: Random, count: PartCount): Promise<void> {
  const others = docs.builtCopy();
  const caches = docs.mode === 'nx' ? [...CACHES, ...nxOutputs(others)] : CACHES;
  const otherFiles = filesBelow(...caches.map((name) => join(others, name)));
  while (!count.isDone) {
    const root = docs.builtCopy();
    const intact = filesBelow(...caches.map((name) => join(root, name)));
    const chosen = random.shuffled(intact).slice(0, random.integer(1, MOST_AT_ONCE));
    const kinds = chosen.map((path) => {
      const kind = random.pick(DAMAGE_KINDS);
      damageFile(path, kind, otherFiles, random);
      return `${kind} of ${path.slice(root.length + 1)}`;
    });
    if (random.chance(0.4)) removeOutputs(root);
    if (docs.mode === 'nx' && random.chance(0.5)) rmSync(join(root, '.topicmill'), { recursive: true, force: true });
    const what = kinds.join(', ');
    count.add(chosen.length);
    const first = await buildOnce(docs, root);
    if (first.length > 0) count.addSilent(`${first[0]} after ${what}`);
    const second = await buildOnce(docs, root);
    if (second.length > 0) count.addKept(`${second[0]} after ${what}`);
    docs.discard(root);
  }
}

async function buildOnce(docs: FaultyDocs, root: string): Promise<string[]> {
  if (docs.mode === 'nx') return [...(await buildAgain('nx', root)), ...docs.differences(root)];
  try {
    return [...((await buildIn(root)) ? ['a build that fails'] : []), ...docs.differences(root)];
  } catch (error) {
    return [`a build that throws ${String(error)}`];
  }
}

/** Folders in which Nx keeps the outputs of tasks. */
function nxOutputs(root: string): string[] {
  const cache = '.nx/cache';
  if (!existsSync(join(root, cache))) return [];
  return readdirSync(join(root, cache))
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `${cache}/${name}`);
}

function removeOutputs(root: string): void {
  for (const path of filesBelow(join(root, 'docs'))) if (OUTPUTS.test(path)) rmSync(path);
}
