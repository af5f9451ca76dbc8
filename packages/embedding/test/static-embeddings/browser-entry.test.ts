import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

function filesReachedFrom(entry: URL, reached = new Set<string>()): Set<string> {
  if (reached.has(entry.href)) return reached;
  reached.add(entry.href);
  for (const [, specifier] of readFileSync(entry, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
    filesReachedFrom(new URL(`${specifier}.ts`, entry), reached);
  }
  return reached;
}

describe('the main entry', () => {
  it('reaches no Node module', () => {
    const files = [...filesReachedFrom(new URL('../../src/static-embeddings/index.ts', import.meta.url))];
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => readFileSync(new URL(file), 'utf8').includes("'node:"))).toEqual([]);
  });
});
