import { decodeIfValid, resolveInRoot, resolvePath } from '@topicmill/base/paths';
import { folderOf, pathIn } from '@topicmill/topics/formats/file-names';
import { objectAt, textAt } from '../config-value.js';
import { written } from '../detected-site.js';
import { docsRootPath } from '../repository-path.js';
import type { PlainTool } from './plain-tool.js';
import { yamlValues } from './read-data.js';

const SUMMARY = 'SUMMARY.md';
/** A list item that links to a page. */
const ITEM = /^\s*[*+-]\s+\[[^\]]*\]\(<?([^)>\s]+\.mdx?)(?:#[^)>]*)?>?[^)]*\)/gim;
const MIN_ITEMS = 2;

/** GitBook: the pages below `.gitbook.yaml`'s `root`, or beside a SUMMARY.md that lists pages, in that order. */
export const GITBOOK: PlainTool = {
  name: 'GitBook',
  file: /^(?:\.gitbook\.ya?ml|SUMMARY\.md)$/,
  holds: (text) => !isSummary(text) || itemsOf(text).length >= MIN_ITEMS,
  roots: (view, folder, text, path) => {
    const config = path.endsWith('.md') ? {} : yamlValues(text);
    const root = resolveInRoot(folder, textAt(config, 'root') ?? '');
    const summary = resolveInRoot(root, textAt(objectAt(config, 'structure'), 'summary') ?? SUMMARY);
    const name = summary.slice(root === '' ? 0 : root.length + 1);
    const items = itemsOf(view.readText(pathIn(root, name)) ?? '');
    const paths = items.flatMap((item) => resolvePath(folderOf(name), decodeIfValid(item)) ?? []);
    const order = paths.map((each) => each.replace(/\.mdx?$/i, '').replace(/(?:^|\/)readme$/i, '') || 'index');
    const site = written({ generator: 'none', order: [...new Set(order)] });
    return [{ docsRoot: docsRootPath(root), exclude: ['**/_*', '**/_*/**', name], site }];
  },
};

function isSummary(text: string): boolean {
  return !/^(?:root|structure|redirects)\s*:/m.test(text);
}

function itemsOf(text: string): string[] {
  return [...text.matchAll(ITEM)].map(([, path]) => path!).filter((path) => !/^[a-z][a-z\d+.-]*:/i.test(path));
}
