/** The package file of what is published, from that of the workspace. */

const KEPT = 'name version description license type engines sideEffects executors generators jsdelivr unpkg'.split(' ');
const PEERS = ['peerDependencies', 'peerDependenciesMeta'];

/**
 * @param {Readonly<Record<string, unknown>>} manifest of the workspace
 * @param {object} made
 * @param {Readonly<Record<string, unknown>>} made.exports
 * @param {Readonly<Record<string, string>>} made.bin
 * @param {ReadonlySet<string>} made.imported packages that the types import
 * @param {readonly string[]} made.outside packages that are installed next to it, including its peers
 * @param {Readonly<Record<string, string>>} made.versions of the packages of others, by name
 * @param {ReadonlySet<string>} made.optional packages of others without which an installation succeeds
 * @param {Readonly<Record<string, unknown>>} made.origin fields that say where the package is from
 * @returns {Record<string, unknown>}
 * @throws Error if types import what is not installed next to the package
 */
export function packageManifest(manifest, { exports, bin, imported, outside, versions, optional, origin }) {
  const missing = [...imported].filter((name) => !outside.includes(name));
  if (missing.length > 0) throw new Error(`Types of ${manifest.name} import what is not installed: ${missing}.`);
  const separate = outside.filter((name) => !(name in (manifest.peerDependencies ?? {}))).sort();
  return {
    ...pick(manifest, KEPT),
    ...origin,
    ...(Object.keys(bin).length === 0 ? {} : { bin }),
    exports: { ...exports, './package.json': './package.json' },
    ...named(
      'dependencies',
      separate.filter((name) => !optional.has(name)),
      versions,
    ),
    ...named(
      'optionalDependencies',
      separate.filter((name) => optional.has(name)),
      versions,
    ),
    ...pick(manifest, PEERS),
  };
}

/** The field that lists packages with their versions; nothing if there are none. */
function named(field, names, versions) {
  if (names.length === 0) return {};
  return { [field]: Object.fromEntries(names.map((name) => [name, versionOf(name, versions)])) };
}

function versionOf(name, versions) {
  const version = versions[name];
  if (version === undefined) throw new Error(`No package of this repository depends on ${name}.`);
  return version;
}

function pick(object, keys) {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}
