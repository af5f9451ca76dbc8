import type { SiteGenerator } from '@topicmill/base/config';
import { pathIn } from '@topicmill/topics/formats/file-names';
import type { FoundConfig } from './detected-site.js';
import type { FolderView } from './folder-view.js';

const MAX_DEPTH = 4;
/** Folders whose configurations are not of the repository's own docs, and such as nobody writes. */
const SKIPPED =
  /^(?:node_modules|dist|build|out|vendor|target|coverage|__.*|tests?|e2e|fixtures?|examples?|playgrounds?|templates?|starters?|themes|archetypes)$/i;
const SCRIPT = '(?:[cm]?[jt]s)$';

interface FileRule {
  readonly generator: SiteGenerator;
  readonly name: RegExp;
  readonly isCode: boolean;
  /** What the file, or its folder, must have beside its name. */
  readonly holds?: (text: string, names: ReadonlySet<string>) => boolean;
}

const RULES: readonly FileRule[] = [
  { generator: 'docusaurus', name: new RegExp(`^docusaurus\\.config\\.${SCRIPT}`), isCode: true },
  {
    generator: 'starlight',
    name: new RegExp(`^astro\\.config\\.${SCRIPT}`),
    isCode: true,
    holds: (text) => text.includes('@astrojs/starlight'),
  },
  { generator: 'hugo', name: /^hugo\.(?:toml|ya?ml|json)$/, isCode: false },
  {
    generator: 'hugo',
    name: /^config\.(?:toml|ya?ml|json)$/,
    isCode: false,
    holds: (text, names) =>
      /baseurl/i.test(text) && (names.has('content') || names.has('themes') || /contentDir/i.test(text)),
  },
  { generator: 'mkdocs', name: /^mkdocs\.ya?ml$/, isCode: false },
  { generator: 'mdbook', name: /^book\.toml$/, isCode: false },
  {
    generator: 'jekyll',
    name: /^_config\.ya?ml$/,
    isCode: false,
    holds: (text, names) =>
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
  return found;
}

function configsIn(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig[] {
  const found = vitepressConfig(view, folder, names) ?? hugoFolder(view, folder, names);
  const byName = [...names].sort().flatMap((name): FoundConfig[] => {
    const path = pathIn(folder, name);
    const rule = RULES.find((each) => each.name.test(name) && (each.holds?.(view.readText(path) ?? '', names) ?? true));
    return rule === undefined ? [] : [{ generator: rule.generator, path, folder, isCode: rule.isCode }];
  });
  return found === undefined ? byName : [found, ...byName];
}

/** VitePress's configuration is in a hidden folder, alone or as a folder of modules. */
function vitepressConfig(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig | undefined {
  if (!names.has('.vitepress')) return undefined;
  const inside = pathIn(folder, '.vitepress');
  const isConfig = new RegExp(`^config\\.${SCRIPT}`);
  const file = view.list(inside).find(({ name, isFolder }) => !isFolder && isConfig.test(name))?.name;
  const index = view
    .list(pathIn(inside, 'config'))
    .find(({ name }) => new RegExp(`^index\\.${SCRIPT}`).test(name))?.name;
  const path = file ?? (index === undefined ? undefined : `config/${index}`);
  return path === undefined ? undefined : { generator: 'vitepress', path: pathIn(inside, path), folder, isCode: true };
}

/** Hugo's configuration may be a folder. */
function hugoFolder(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig | undefined {
  if (!names.has('config') || !names.has('content')) return undefined;
  const inside = pathIn(folder, 'config/_default');
  const file = view.list(inside).find(({ name }) => /^(?:hugo|config)\.(?:toml|ya?ml|json)$/.test(name));
  return file === undefined ? undefined : { generator: 'hugo', path: pathIn(inside, file.name), folder, isCode: false };
}
