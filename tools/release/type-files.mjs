/** Types of a public package without the packages inside of it: their declarations go along. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const SPECIFIER = /(?<=\bfrom '|\bimport\('|\bimport\("|^import ')[^'"]+(?=['"])/gm;
const { resolve: resolveModule } = createRequire(import.meta.url);

/**
 * Copies the declarations that those of the entries reach in this repository, with their imports of one another made
 * relative.
 *
 * @param {readonly string[]} entries paths of compiled modules
 * @param {{ repository: string, folder: string }} places
 * @returns {{ types: readonly string[], imported: ReadonlySet<string> }} paths of the entries' declarations, and names of
 *   the packages of others that are imported
 */
export function copyTypes(entries, { repository, folder }) {
  const targetOf = (file) =>
    join(
      folder,
      relative(repository, file)
        .replaceAll('\\', '/')
        .replace(/^(?:packages|apps)\/([^/]+)\/dist\//, '$1/'),
    );
  const imported = new Set();
  const reached = new Set(entries.map((path) => declarationOf(resolve(repository, path))));
  for (const file of reached) {
    const target = targetOf(file);
    const text = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
    const moved = text.replace(SPECIFIER, (specifier) => {
      const isOurs = /^(?:\.|@topicmill\/)/.test(specifier);
      if (!isOurs) {
        if (!specifier.startsWith('node:')) imported.add(packageOf(specifier));
        return specifier;
      }
      const module = specifier.startsWith('.') ? resolve(dirname(file), specifier) : resolveModule(specifier);
      reached.add(declarationOf(module));
      const path = relative(dirname(target), targetOf(module)).replaceAll('\\', '/');
      return path.startsWith('.') ? path : `./${path}`;
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, moved);
  }
  return { types: entries.map((path) => targetOf(declarationOf(resolve(repository, path)))), imported };
}

const declarationOf = (module) => module.replace(/\.js$/, '.d.ts');

const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
