import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const GROUPS = ['packages', 'apps', 'tools'];
const IMPORT = /^(?:import|export)\b[^;'"]*from '([^']+)'/gm;

/**
 * The test files of a workspace that use fast-check, themselves or by what they import of their package: paths from
 * `root`, with `/`, sorted.
 *
 * @param prefixes starts of paths; without any, all files are meant
 */
export function propertyTests(root: string, prefixes: readonly string[]): string[] {
  const using = new Map<string, boolean>();
  return testFiles(root)
    .filter((path) => prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix)))
    .filter((path) => usesFastCheck(join(root, path), using))
    .sort();
}

function testFiles(root: string): string[] {
  const files: string[] = [];
  for (const group of GROUPS.filter((name) => existsSync(join(root, name)))) {
    for (const name of readdirSync(join(root, group))) {
      const tests = join(root, group, name, 'test');
      if (!existsSync(tests)) continue;
      for (const path of readdirSync(tests, { recursive: true, encoding: 'utf8' })) {
        if (path.endsWith('.test.ts')) files.push(relative(root, join(tests, path)).replaceAll(sep, '/'));
      }
    }
  }
  return files;
}

function usesFastCheck(file: string, using: Map<string, boolean>): boolean {
  const known = using.get(file);
  if (known !== undefined) return known;
  // Until it is known: a file that imports itself in a ring does not use it by that.
  using.set(file, false);
  const found = existsSync(file) && importsOf(file).some((name) => leadsToFastCheck(name, file, using));
  using.set(file, found);
  return found;
}

function leadsToFastCheck(name: string, file: string, using: Map<string, boolean>): boolean {
  if (name === 'fast-check') return true;
  return name.startsWith('.') && usesFastCheck(join(dirname(file), name.replace(/\.js$/, '.ts')), using);
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name);
}
