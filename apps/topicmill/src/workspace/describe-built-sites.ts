import { statSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '@topicmill/base/cli';
import { pagesRootsOf } from '@topicmill/pipeline/config';
import type { Workspace } from '@topicmill/pipeline/runner';

/**
 * What to know of the HTML that says where pages of markdown are read: that it is not there, which pages it lacks, and how
 * many of its pages are older than their markdown, by the times of the files. One line each, none where all is well.
 */
export function describeBuiltSites({ root, config, tree }: Workspace): string[] {
  const pages = [...tree.values()].flatMap(({ page }) => page ?? []);
  const sites = [
    ...new Set(pagesRootsOf(config).map(({ site }) => (site.generator === 'html' ? undefined : site.built))),
  ];
  return sites.flatMap((built) => {
    if (built === undefined) return [];
    const own = pages.filter(({ rootIndex }) => pagesRootsOf(config)[rootIndex]!.site.built === built);
    const found = own.filter(({ published }) => published !== undefined);
    if (found.length === 0) return [`There is no page in ${built}: addresses follow from the rules of the generator.`];
    const older = found.filter(({ path, published }) => timeOf(root, published!.html) < timeOf(root, path));
    const lacking = own.length - found.length;
    return [
      ...(lacking === 0 ? [] : [`${counted(lacking, 'page')} not in the HTML of ${built}, with addresses by rules.`]),
      ...(older.length === 0
        ? []
        : [`${counted(older.length, 'page')} of HTML in ${built} older than the markdown: build the site again.`]),
    ];
  });
}

function timeOf(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
