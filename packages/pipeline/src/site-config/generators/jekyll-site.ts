import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { docsRootPath } from '../repository-path.js';

/** In a line of a Gemfile, and not in a comment: `jekyll new` writes the gem as one. */
const GITHUB_PAGES_GEM = /^(?:(?!#).)*github-pages/m;

/** The docs root of a Jekyll site: its source folder. */
export function jekyllRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const gemfile = view.readText(resolveInRoot(folder, 'Gemfile')) ?? '';
  // GitHub builds a site without a Gemfile with its own set of plugins.
  const isOnGitHub = gemfile === '' || GITHUB_PAGES_GEM.test(gemfile);
  const plugins = [...textsAt(config, 'plugins'), ...textsAt(config, 'gems')];
  const isOptional = objectAt(config, 'optional_front_matter')['enabled'] !== false;
  const input = textAt(objectAt(config, 'kramdown'), 'input');
  const site = written({
    generator: 'jekyll',
    url: joinUrl(textAt(config, 'url'), textAt(config, 'baseurl')),
    permalink: textAt(config, 'permalink'),
    collections: collectionsOf(config['collections']),
    exclude: textsAt(config, 'exclude'),
    include: textsAt(config, 'include'),
    optionalFrontMatter:
      isOptional && (isOnGitHub || plugins.includes('jekyll-optional-front-matter')) ? true : undefined,
    autoIdPrefix: textAt(objectAt(config, 'kramdown'), 'auto_id_prefix'),
    gfm: input === undefined || input === 'GFM' ? undefined : false,
  });
  return [{ docsRoot: docsRootPath(resolveInRoot(folder, textAt(config, 'source') ?? '')), site }];
}

function collectionsOf(value: unknown): Record<string, { output?: boolean; permalink?: string }> {
  const names = Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string').map((each) => [each, {}] as const)
    : Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    names.map(([name, settings]) => {
      const { output, permalink } = isObject(settings) ? settings : {};
      return [
        name,
        { ...(output === true ? { output } : {}), ...(typeof permalink === 'string' ? { permalink } : {}) },
      ];
    }),
  );
}
