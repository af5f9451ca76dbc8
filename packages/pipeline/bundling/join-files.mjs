/**
 * Joins files of a bundle that are loaded together. esbuild divides a bundle wherever two entries share only a part of what
 * they load; finding and linking fifty small files takes Node longer than compiling what is in them.
 */
import { basename } from 'node:path';
import { build } from 'esbuild';

/** As esbuild writes them where white space is left out. */
const NAMED_IMPORT = /import\{([^}]*)\}from"\.\/([^"]+)";?/g;
const BARE_IMPORT = /import"\.\/([^"]+)";?/g;
const HASH_AND_ENDING = /(?:-[A-Z0-9]{8})?\.js$/;

/**
 * @param {ReadonlyMap<string, string>} texts of the files of a bundle, by their names
 * @param {import('esbuild').Metafile} metafile of the same bundle
 * @param {Readonly<Record<string, readonly string[]>>} together names of entries, without hashes, by the name of the file
 *   that all they reach by static imports is put into, unless a file named before has it already
 * @returns the texts of the files that are left, by their names. A file that is loaded by its name stays, and passes on
 *   what went into another one.
 */
export async function joinFiles(texts, metafile, together) {
  const files = filesOf(metafile);
  const homes = new Map();
  for (const [home, entries] of Object.entries(together)) {
    for (const name of reachedFrom(entries, files)) if (!homes.has(name)) homes.set(name, `${home}.js`);
  }
  const joined = new Map([...texts].map(([name, text]) => [name, importFromHomes(text, homes, homes.get(name))]));
  const left = new Map([...joined].filter(([name]) => !homes.has(name)));
  for (const [name, home] of homes) {
    const { exports, isLoadedByName } = files.get(name);
    if (isLoadedByName && name !== home) left.set(name, passingOn(name, exports, home));
  }
  for (const home of new Set(homes.values())) {
    const isElsewhere = ([name]) => homes.get(name) !== home;
    const others = [...joined].filter(isElsewhere).concat([...left]);
    const used = new Set(others.flatMap(([, text]) => importedNames(text, home)));
    const members = [...homes].filter(([, at]) => at === home).map(([name]) => name);
    const contents = members.map((name) => contentOf(name, files.get(name).exports, { used, isEntry: name === home }));
    left.set(home, await bundleMembers(contents.join('\n'), new Map(members.map((name) => [name, joined.get(name)]))));
  }
  return left;
}

function filesOf({ outputs }) {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const dynamic = new Set(imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => basename(path)));
  return new Map(
    Object.entries(outputs).map(([path, output]) => {
      const statics = output.imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
      const name = basename(path);
      const isLoadedByName = dynamic.has(name) || output.entryPoint !== undefined;
      return [name, { exports: output.exports, imports: statics.map((each) => basename(each.path)), isLoadedByName }];
    }),
  );
}

/** Names of entries and of all they import statically, those first that import the others. */
function reachedFrom(entries, files) {
  const reached = new Set();
  const visit = (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const each of files.get(name).imports) visit(each);
  };
  for (const entry of entries) {
    const found = [...files.keys()].find((name) => files.get(name).isLoadedByName && stemOf(name) === entry);
    if (found === undefined) throw new Error(`The bundle has no entry ${entry}, which is to be joined with others.`);
    visit(found);
  }
  return reached;
}

/** @param {string | undefined} own the file that this text itself goes into */
function importFromHomes(text, homes, own) {
  const known = new Set();
  return text
    .replace(NAMED_IMPORT, (statement, names, from) => {
      const home = homes.get(from);
      if (home === undefined || home === own) return statement;
      known.add(home);
      return `import{${names.split(',').map((each) => importedAs(from, each))}}from"./${home}";`;
    })
    .replace(BARE_IMPORT, (statement, from) => {
      const home = homes.get(from);
      if (home === undefined || home === own) return statement;
      if (known.has(home)) return '';
      known.add(home);
      return `import"./${home}";`;
    });
}

function importedAs(from, specifier) {
  const [name, as = name] = specifier.split(' as ');
  return `${nameInHome(from, name)} as ${as}`;
}

function importedNames(text, home) {
  const imported = [...text.matchAll(/(?:import|export)\{([^}]*)\}from"\.\/([^"]+)"/g)];
  const names = imported.filter(([, , from]) => from === home).flatMap(([, each]) => each.split(','));
  return names.map((each) => each.split(' as ')[0]);
}

function passingOn(name, exports, home) {
  return `export{${exports.map((each) => `${nameInHome(name, each)} as ${each}`)}}from"./${home}";\n`;
}

/** What a joined file exports of a member; an entry that gave it its name is exported as it is. */
function contentOf(name, exports, { used, isEntry }) {
  const asNamed = exports.filter((each) => used.has(nameInHome(name, each)));
  const names = asNamed.map((each) => `${each} as ${nameInHome(name, each)}`).concat(isEntry ? exports : []);
  return names.length === 0 ? `import"./${name}";` : `export{${names}}from"./${name}";`;
}

/** Two members may export different things by one name. */
function nameInHome(file, name) {
  return `${file.replace('.js', '').replaceAll(/\W/g, '_')}_${name}`;
}

function stemOf(name) {
  return name.replace(HASH_AND_ENDING, '');
}

async function bundleMembers(contents, members) {
  const inMemory = {
    name: 'members',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        const name = path.startsWith('./') ? path.slice(2) : '';
        // A member that is asked for by its name has a file that passes it on: were it taken from here, all members would
        // become functions, which the engine parses twice.
        return members.has(name) && kind !== 'dynamic-import'
          ? { path: name, namespace: 'member' }
          : { path, external: true };
      });
      onLoad({ filter: /.*/, namespace: 'member' }, ({ path }) => ({ contents: members.get(path), loader: 'js' }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents, loader: 'js' },
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [inMemory],
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}
