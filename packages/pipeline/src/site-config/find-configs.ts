import type { SiteGenerator } from '@topicmill/base/config';
import { isWithin, lastName, resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import type { FoundConfig } from './detected-site.js';
import type { FolderView } from './folder-view.js';
import { GITBOOK, PLAIN_TOOLS } from './plain-tools/index.js';

const MAX_DEPTH = 4;
/** Folders whose configurations are not of the repository's own docs, and such as nobody writes. */
const SKIPPED =
  /^(?:node_modules|dist|build|out|vendor|target|coverage|__.*|tests?(?:[-_].+)?|e2e|fixtures?|examples?|playgrounds?|templates?|starters?|themes|archetypes)$/i;
const SCRIPT = '(?:[cm]?[jt]s)$';

/** Of repositories with several configurations, one for each language or edition. */
const MKDOCS_VARIANT = /^mkdocs[-_.][\w.-]+\.ya?ml$/;

interface FileRule {
  readonly generator: SiteGenerator;
  readonly name: RegExp;
  readonly isCode: boolean;
  readonly tool?: string;
  /** What the file, or its folder, must have besides its name. */
  readonly matches?: (text: string, names: ReadonlySet<string>) => boolean;
}

const RULES: readonly FileRule[] = [
  ...PLAIN_TOOLS.map(({ name: tool, file: name, matches }) => ({
    generator: 'none' as const,
    tool,
    name,
    isCode: false,
    matches,
  })),
  { generator: 'docusaurus', name: new RegExp(`^docusaurus\\.config\\.${SCRIPT}`), isCode: true },
  {
    generator: 'starlight',
    name: new RegExp(`^astro\\.config\\.${SCRIPT}`),
    isCode: true,
    matches: (text) => text.includes('@astrojs/starlight'),
  },
  { generator: 'hugo', name: /^hugo\.(?:toml|ya?ml|json)$/, isCode: false },
  {
    generator: 'hugo',
    name: /^config\.(?:toml|ya?ml|json)$/,
    isCode: false,
    matches: (text, names) =>
      /baseurl/i.test(text) && (names.has('content') || names.has('themes') || /contentDir/i.test(text)),
  },
  { generator: 'mkdocs', name: /^mkdocs\.ya?ml$/, isCode: false },
  {
    generator: 'mkdocs',
    name: MKDOCS_VARIANT,
    isCode: false,
    matches: (text) => /^(?:site_name|docs_dir|INHERIT)\s*:/m.test(text),
  },
  {
    generator: 'quarto',
    name: /^_quarto\.ya?ml$/,
    isCode: false,
    matches: (text) => /(?=type:)(?<=^\s+)type:\s*['"]?(?:website|book|manuscript)\b/m.test(text),
  },
  {
    generator: 'docfx',
    name: /^docfx\.json$/,
    isCode: false,
    matches: (text) => /"content"\s*:/.test(text),
  },
  { generator: 'mdbook', name: /^book\.toml$/, isCode: false },
  {
    generator: 'jekyll',
    name: /^_config\.ya?ml$/,
    isCode: false,
    matches: (text, names) =>
      names.has('_layouts') ||
      names.has('_posts') ||
      names.has('Gemfile') ||
      /^(?:remote_)?theme:|^collections:|^permalink:/m.test(text),
  },
];

/**
 * The configurations of site generators in a repository, the outermost first. Those of tests, examples and templates are
 * not looked at.
 */
export function findConfigs(view: FolderView): FoundConfig[] {
  const found: FoundConfig[] = [];
  let folders = [''];
  for (let depth = 0; depth <= MAX_DEPTH && folders.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of folders.sort()) {
      const entries = view.list(folder);
      found.push(...configsIn(view, folder, new Set(entries.map(({ name }) => name))));
      const inner = entries.filter(({ name, isFolder }) => isFolder && !name.startsWith('.') && !SKIPPED.test(name));
      below.push(...inner.map(({ name }) => pathIn(folder, name)));
    }
    folders = below;
  }
  return withoutParts(view, found);
}

/** Without configurations that belong to the site around them, or from which another one inherits. */
function withoutParts(view: FolderView, found: readonly FoundConfig[]): FoundConfig[] {
  const isList = ({ tool, path }: FoundConfig): boolean => tool === GITBOOK.name && path.endsWith('.md');
  const sites = found.filter((config) => !isList(config));
  const isInSite = (list: FoundConfig): boolean =>
    sites.some(({ folder }) => folder === '' || list.folder === folder || isWithin(list.folder, folder));
  const inherited = new Set(sites.flatMap((config) => inheritedPath(view, config) ?? []));
  const isInherited = ({ path }: FoundConfig): boolean => MKDOCS_VARIANT.test(lastName(path)) && inherited.has(path);
  return found.filter((config) => (isList(config) ? !isInSite(config) : !isInherited(config)));
}

/** The file that an mkdocs.yml inherits from. */
function inheritedPath(view: FolderView, { generator, path, folder }: FoundConfig): string | undefined {
  if (generator !== 'mkdocs') return undefined;
  const parent = /^INHERIT\s*:\s*['"]?([^'"\s#]+)/m.exec(view.readText(path) ?? '')?.[1];
  return parent === undefined ? undefined : resolveInRoot(folder, parent);
}

function configsIn(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig[] {
  const found = hiddenConfig(view, folder, names) ?? hugoFolder(view, folder, names);
  // Its usual name comes before those of variants.
  const byVariant = (a: string, b: string): number => Number(MKDOCS_VARIANT.test(a)) - Number(MKDOCS_VARIANT.test(b));
  const byName = [...names]
    .sort()
    .sort(byVariant)
    .flatMap((name): FoundConfig[] => {
      const path = pathIn(folder, name);
      const isMatch = (rule: FileRule): boolean =>
        rule.name.test(name) && (rule.matches?.(view.readText(path) ?? '', names) ?? true);
      const rule = RULES.find(isMatch);
      if (rule === undefined) return [];
      const { generator, tool, isCode } = rule;
      return [{ generator, ...(tool === undefined ? {} : { tool }), path, folder, isCode }];
    });
  return found === undefined ? byName : [found, ...byName];
}

/** The configuration of VitePress, or of VuePress, is in a hidden folder, alone or as a folder of modules. */
function hiddenConfig(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig | undefined {
  const generator = (['vitepress', 'vuepress'] as const).find((each) => names.has(`.${each}`));
  if (generator === undefined) return undefined;
  const inside = pathIn(folder, `.${generator}`);
  const isConfig = new RegExp(generator === 'vuepress' ? `^config\\.(?:ya?ml|toml|${SCRIPT})` : `^config\\.${SCRIPT}`);
  const file = view.list(inside).find(({ name, isFolder }) => !isFolder && isConfig.test(name))?.name;
  const index = view
    .list(pathIn(inside, 'config'))
    .find(({ name }) => new RegExp(`^index\\.${SCRIPT}`).test(name))?.name;
  const path = file ?? (index === undefined ? undefined : `config/${index}`);
  if (path === undefined) return undefined;
  return { generator, path: pathIn(inside, path), folder, isCode: !/\.(?:ya?ml|toml)$/.test(path) };
}

/** Hugo's configuration may be a folder. */
function hugoFolder(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig | undefined {
  if (!names.has('config') || !names.has('content')) return undefined;
  const inside = pathIn(folder, 'config/_default');
  const file = view.list(inside).find(({ name }) => /^(?:hugo|config)\.(?:toml|ya?ml|json)$/.test(name));
  return file === undefined ? undefined : { generator: 'hugo', path: pathIn(inside, file.name), folder, isCode: false };
}
