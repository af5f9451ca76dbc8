import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson, isObject } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { addToJson, appendToJsonList, type JsonAddition, readJsonObject } from './edit-json.js';

/** A file at the root, as it should be, and what that is for. */
export interface RootFile {
  readonly path: string;
  readonly text: string;
  /** What is added, for people. */
  readonly summary: string;
}

/** Makes a file's new text from the existing one; `undefined` where nothing is to be changed. */
export type RootFileMaker = (present: string | undefined) => Omit<RootFile, 'path'> | undefined;

const PLUGIN = '@topicmill/nx';
const IGNORED_WITH_NX = ['node_modules', '.nx/cache', '.nx/workspace-data'];
const IGNORED = ['.embedding-cache', '.topicmill'];

/**
 * Where Nx comes for the docs alone, it need not know what the code of the repository imports; and it fails at a lock
 * file whose packages are not installed.
 */
const NO_ANALYSIS = { analyzeSourceFiles: false, analyzePackageJson: false, analyzeLockfile: false };

const OUTPUT_STYLE = {
  name: 'NX_DEFAULT_OUTPUT_STYLE',
  value: 'static',
  why: 'With many topics the display that Nx redraws takes a noticeable part of a build.',
};
const ISOLATION = {
  name: 'NX_ISOLATE_PLUGINS',
  value: 'false',
  why: 'Without a process of its own for each plugin, every command of Nx takes about a second less.',
};

/** `topicmill.yaml`, where there is none. */
export function topicmillYaml(docsRoot: string): RootFileMaker {
  return (present) =>
    present === undefined
      ? {
          summary: `docs root ${docsRoot}, built-in embedding model`,
          text: `# yaml-language-server: $schema=./node_modules/topicmill/dist/schemas/topicmill.schema.json
# Settings of Topicmill. What is not said here has a default.

# The folder that contains the topic folders.
docsRoot: ${/^[\w./-]+$/.test(docsRoot) ? docsRoot : JSON.stringify(docsRoot)}

embedding:
  # builtin needs no network; ollama:<model> and openai:<model> call a server.
  model: builtin
`,
        }
      : undefined;
}

/**
 * `nx.json` with the plugin, and with `affected` going by projects: what people write in a `topic-spec.md` is not a file
 * that Nx hashes, so that tasks picked by their inputs would leave its topic out.
 *
 * @param base the branch to compare with, where it is not the one that Nx takes by itself
 */
export function nxJson(base: string | undefined): RootFileMaker {
  const comparing = base === undefined ? [] : [`compared with ${base}`];
  return (present) => {
    if (present === undefined) {
      return {
        summary: [`plugin ${PLUGIN}`, 'affected by projects', ...comparing].join(', '),
        text: jsonText({
          $schema: './node_modules/nx/schemas/nx-schema.json',
          analytics: false,
          affected: { legacy: true },
          ...(base === undefined ? {} : { defaultBase: base }),
          plugins: [PLUGIN],
          pluginsConfig: { '@nx/js': NO_ANALYSIS },
        }),
      };
    }
    const settings = readJsonObject(present, 'nx.json');
    const affected = section(settings, 'affected', 'nx.json');
    const withPlugin = addPlugin(present, settings);
    const lacksBase = base !== undefined && (settings['defaultBase'] ?? affected['defaultBase']) === undefined;
    const additions: JsonAddition[] = [
      ...(affected['legacy'] === undefined ? [{ path: ['affected', 'legacy'], value: true }] : []),
      ...(lacksBase ? [{ path: ['defaultBase'], value: base }] : []),
    ];
    if (withPlugin === undefined && additions.length === 0) return undefined;
    return {
      summary: [
        ...(withPlugin === undefined ? [] : [`plugin ${PLUGIN}`]),
        ...(affected['legacy'] === undefined ? ['affected by projects'] : []),
        ...(lacksBase ? comparing : []),
      ].join(', '),
      text: addToJson(withPlugin ?? present, additions),
    };
  };
}

/** `undefined` when it is there. */
function addPlugin(text: string, { plugins }: Readonly<Record<string, unknown>>): string | undefined {
  if (plugins === undefined) return addToJson(text, [{ path: ['plugins'], value: [PLUGIN] }]);
  if (!Array.isArray(plugins)) throw notA('nx.json', 'plugins', 'list');
  if (plugins.some(isThisPlugin)) return undefined;
  return appendToJsonList(text, ['plugins'], PLUGIN);
}

/** `package.json` with the packages and the script; what it names already keeps its version. */
export function packageJson(versions: Readonly<Record<string, string>>): RootFileMaker {
  return (present) => {
    const script = 'nx run-many -t index';
    if (present === undefined) {
      return {
        summary: `private package with ${Object.keys(versions).join(', ')}`,
        text: jsonText({ private: true, scripts: { index: script }, devDependencies: sorted(versions) }),
      };
    }
    const manifest = readJsonObject(present, 'package.json');
    const scripts = section(manifest, 'scripts');
    const known = new Set(
      ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
        Object.keys(section(manifest, key)),
      ),
    );
    const missing = Object.entries(versions).filter(([name]) => !known.has(name));
    const additions: JsonAddition[] = missing.map(([name, version]) => ({
      path: ['devDependencies', name],
      value: version,
      isSorted: true,
    }));
    if (scripts['index'] === undefined) additions.push({ path: ['scripts', 'index'], value: script });
    if (additions.length === 0) return undefined;
    const parts = [...missing.map(([name]) => name), ...(scripts['index'] === undefined ? ['script index'] : [])];
    return { summary: parts.join(', '), text: addToJson(present, additions) };
  };
}

/**
 * `.gitignore` with what the build keeps for itself.
 *
 * @param usesNx whether Nx builds, which has a cache of its own
 * @param outDir folder for the results of pages, if they are not committed
 */
export function gitIgnore(usesNx: boolean, outDir: string | undefined): RootFileMaker {
  const paths = [...(usesNx ? IGNORED_WITH_NX : []), ...IGNORED, ...(outDir === undefined ? [] : [`/${outDir}/`])];
  return (present = '') => {
    const ignored = new Set(present.split(/\r?\n/).map(plainPattern));
    const missing = paths.filter((path) => !coveringPaths(plainPattern(path)).some((each) => ignored.has(each)));
    return missing.length === 0 ? undefined : { summary: missing.join(', '), text: withLines(present, missing) };
  };
}

/** `.nxignore` that keeps the packages of a repository, whose names may be taken twice, out of an Nx for the docs alone. */
export const nxIgnore: RootFileMaker = (present = '') => {
  const pattern = 'package.json';
  if (present.split(/\r?\n/).includes(pattern)) return undefined;
  const lines = ['# Nx builds the docs alone: the packages of this repository are not its projects.', pattern];
  return { summary: 'packages are not projects', text: withLines(present, lines) };
};

/** `.gitattributes` by which forges collapse generated files in reviews. */
export function gitAttributes(patterns: readonly string[]): RootFileMaker {
  return (present = '') => {
    const lines = present.split(/\r?\n/).map((line) => line.trim().split(/\s+/)[0]);
    const missing = patterns.filter((pattern) => !lines.includes(pattern));
    if (missing.length === 0) return undefined;
    const text = withLines(
      present,
      missing.map((pattern) => `${pattern} linguist-generated`),
    );
    return { summary: 'results are collapsed in reviews', text };
  };
}

/** Whether a line sets a variable; blank lines are not read again for each of their lines. */
function setsVariable(dotEnvText: string, name: string): boolean {
  return new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=`, 'm').test(dotEnvText);
}

/**
 * `.env` with what makes Nx quick, where it has no say on that already: plain output, and plugins in one process unless
 * there are others than this one, which may count on a process of their own.
 */
export function dotEnv(nxJsonText: string | undefined): RootFileMaker {
  const settings = hasOtherPlugins(nxJsonText) ? [OUTPUT_STYLE] : [OUTPUT_STYLE, ISOLATION];
  return (present = '') => {
    const missing = settings.filter(({ name }) => !setsVariable(present, name));
    if (missing.length === 0) return undefined;
    const lines = missing.flatMap(({ name, value, why }) => [`# ${why}`, `${name}=${value}`]);
    return {
      summary: missing.map(({ name, value }) => `${name}=${value}`).join(', '),
      text: withLines(present, lines),
    };
  };
}

function hasOtherPlugins(nxJsonText: string | undefined): boolean {
  if (nxJsonText === undefined) return false;
  const { plugins = [] } = readJsonObject(nxJsonText, 'nx.json');
  return !Array.isArray(plugins) || plugins.some((entry) => !isThisPlugin(entry));
}

function isThisPlugin(entry: unknown): boolean {
  return entry === PLUGIN || (isObject(entry) && entry['plugin'] === PLUGIN);
}

function section(
  manifest: Readonly<Record<string, unknown>>,
  key: string,
  file = 'package.json',
): Readonly<Record<string, unknown>> {
  const value = manifest[key] ?? {};
  if (!isObject(value)) throw notA(file, key, 'object');
  return value;
}

function notA(file: string, key: string, kind: string): TopicmillError {
  return new TopicmillError('WORKSPACE_FILE_INVALID', `"${key}" is no ${kind}.`, {
    file,
    remedy: 'Fix it, then run the command again.',
  });
}

function plainPattern(line: string): string {
  return line
    .trim()
    .replace(/^(?:\*\*)?\//, '')
    .replace(/\/\*{0,2}$/, '');
}

/** A path and the folders above it: ignoring one of them ignores it. */
function coveringPaths(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'));
}

function withLines(text: string, lines: readonly string[]): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const start = text === '' || text.endsWith('\n') ? text : text + lineEnd;
  return start + lines.map((line) => line + lineEnd).join('');
}

function sorted(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => compareCodeUnits(a, b)));
}

function jsonText(value: object): string {
  return indentedJson(value);
}
