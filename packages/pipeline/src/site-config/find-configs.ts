import { isWithin, lastName } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import type { ConfigName, FolderView, FoundConfig } from '../sites/index.js';
import { allDetections, detectionOf } from './detect-site.js';

const MAX_DEPTH = 4;
/** Folders whose configurations are not of the repository's own docs, and such as nobody writes. */
const SKIPPED =
  /^(?:node_modules|dist|build|out|vendor|target|coverage|__.*|tests?(?:[-_].+)?|e2e|fixtures?|examples?|playgrounds?|templates?|starters?|themes|archetypes)$/i;

interface ConfigRule extends ConfigName {
  readonly generator: string;
  readonly tool: string | undefined;
}

const RULES: readonly ConfigRule[] = allDetections().flatMap(({ generator, detection: { tool, configs } }) =>
  configs.map((config) => ({ ...config, generator, tool })),
);

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
      const inner = entries.filter(
        ({ name, isFolder }) =>
          isFolder && !name.startsWith('.') && !SKIPPED.test(name) && !isOfConfig(view, folder, name),
      );
      below.push(...inner.map(({ name }) => pathIn(folder, name)));
    }
    folders = below;
  }
  return withoutPartialConfigs(view, found);
}

/** Whether a folder has the configuration of the site around it, of which each file is a part: Hugo's `config`. */
function isOfConfig(view: FolderView, folder: string, name: string): boolean {
  const inside = RULES.flatMap((rule) => (rule.folder?.startsWith(`${name}/`) ? [rule.folder] : []));
  return inside.some((each) => view.list(pathIn(folder, each)).length > 0);
}

/** Without configurations that belong to the site around them, or from which another one inherits. */
function withoutPartialConfigs(view: FolderView, found: readonly FoundConfig[]): FoundConfig[] {
  const isList = ({ tool, path }: FoundConfig): boolean => tool !== undefined && path.endsWith('.md');
  const sites = found.filter((config) => !isList(config));
  const isInSite = (list: FoundConfig): boolean =>
    sites.some(({ folder }) => folder === '' || list.folder === folder || isWithin(list.folder, folder));
  const inherited = new Set(sites.map((config) => inheritedBy(view, config)));
  const isInherited = (config: FoundConfig): boolean => isVariant(config) && inherited.has(config.path);
  return found.filter((config) => (isList(config) ? !isInSite(config) : !isInherited(config)));
}

function inheritedBy(view: FolderView, config: FoundConfig): string | undefined {
  const { path, folder } = config;
  return detectionOf(config).inherited?.({ folder, text: view.readText(path) ?? '' });
}

function isVariant(config: FoundConfig): boolean {
  const rule = detectionOf(config).configs.find(({ name }) => name.test(lastName(config.path)));
  return rule?.isVariant === true;
}

function configsIn(view: FolderView, folder: string, names: ReadonlySet<string>): FoundConfig[] {
  const hidden = RULES.find((rule) => rule.folder !== undefined && hiddenFile(view, folder, names, rule) !== undefined);
  const found = hidden && configOf(hidden, hiddenFile(view, folder, names, hidden)!, folder);
  const byName = [...names].sort().flatMap((name): FoundConfig[] => {
    const path = pathIn(folder, name);
    const isMatch = (rule: ConfigRule): boolean =>
      rule.folder === undefined && rule.name.test(name) && (rule.matches?.(view.readText(path) ?? '', names) ?? true);
    const rule = RULES.find(isMatch);
    return rule === undefined ? [] : [configOf(rule, path, folder)];
  });
  return [
    ...(found === undefined ? [] : [found]),
    ...byName.sort((a, b) => Number(isVariant(a)) - Number(isVariant(b))),
  ];
}

/** A configuration in a folder of its own, as VitePress's in `.vitepress`. */
function hiddenFile(
  view: FolderView,
  folder: string,
  names: ReadonlySet<string>,
  rule: ConfigRule,
): string | undefined {
  if (!names.has(rule.folder!.split('/')[0]!)) return undefined;
  const inside = pathIn(folder, rule.folder!);
  const file = view.list(inside).find(({ name, isFolder }) => !isFolder && rule.name.test(name))?.name;
  if (file === undefined) return undefined;
  const path = pathIn(inside, file);
  return (rule.matches?.(view.readText(path) ?? '', names) ?? true) ? path : undefined;
}

function configOf({ generator, tool, isCode }: ConfigRule, path: string, folder: string): FoundConfig {
  return { generator, ...(tool === undefined ? {} : { tool }), path, folder, isCode: isCode ?? false };
}
