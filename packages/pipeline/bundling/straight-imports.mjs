/**
 * A plugin of esbuild that lets modules import from the files that declare what they use instead of from an `index.js`. esbuild
 * puts whatever an `index.js` exports into each command that imports one thing of it, so that a search would load what sets up
 * a repository.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const OURS = '@topicmill/';
/** Packages of others that are lists of what other files declare, by the path of that list. */
const LISTS = new Map([['stopword', 'stopword/src/stopword.js']]);

const NAMED_IMPORT = /^import \{([^}]*)\} from ['"]([^'"]+)['"];?$/gm;
const NAMED_EXPORT_FROM = /^export \{([^}]*)\} from ['"]([^'"]+)['"];?$/gm;
const NAMED_EXPORT = /^export \{([^}]*)\};?$/gm;

/**
 * @param {string} text a module as the compiler wrote it
 * @param {string} path where it is
 * @returns the module with an import of each file that declares something it uses
 */
export function straightImports(text, path) {
  return text.replace(NAMED_IMPORT, (statement, names, from) => {
    const file = fileOf(from, path);
    if (file === undefined) return statement;
    const byFile = new Map();
    for (const { name, as } of namesIn(names)) {
      const found = declarationOf(file, name);
      byFile.set(found.file, [...(byFile.get(found.file) ?? []), `${found.name} as ${as}`]);
    }
    const imports = [...byFile].map(
      ([target, used]) => `import { ${used.join(', ')} } from ${JSON.stringify(target)};`,
    );
    return imports.join(' ');
  });
}

/** The file of an import of ours; `undefined` for one of others. */
function fileOf(from, path) {
  if (from.startsWith('.')) return join(dirname(path), from);
  const module = LISTS.get(from) ?? (from.startsWith(OURS) ? from : undefined);
  return module === undefined ? undefined : createRequire(path).resolve(module);
}

/** The file that declares what another exports, and its name there. */
function declarationOf(file, name) {
  const from = exportsOf(file).get(name);
  return from === undefined ? { file, name } : declarationOf(from.file, from.name);
}

const known = new Map();

/** What a file exports of others, by the name that it exports it by. */
function exportsOf(file) {
  const exports = known.get(file) ?? readExports(file);
  known.set(file, exports);
  return exports;
}

function readExports(file) {
  const text = readFileSync(file, 'utf8');
  const exports = new Map();
  const add = (names, from, imported = (name) => name) => {
    for (const { name, as } of namesIn(names)) exports.set(as, { file: from, name: imported(name) });
  };
  for (const [, names, from] of text.matchAll(NAMED_EXPORT_FROM)) {
    const target = fileOf(from, file);
    if (target !== undefined) add(names, target);
  }
  const imported = new Map();
  for (const [, names, from] of text.matchAll(NAMED_IMPORT)) {
    const target = fileOf(from, file);
    if (target !== undefined) for (const { name, as } of namesIn(names)) imported.set(as, { file: target, name });
  }
  for (const [, names] of text.matchAll(NAMED_EXPORT)) {
    for (const { name, as } of namesIn(names)) if (imported.has(name)) exports.set(as, imported.get(name));
  }
  return exports;
}

function namesIn(list) {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [name, as = name] = each.split(/\s+as\s+/);
      return { name, as };
    });
}
