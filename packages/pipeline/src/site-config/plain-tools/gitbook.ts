import { resolveInRoot } from '@topicmill/base/paths';
import { objectAt, textAt } from '../config-value.js';
import { docsRootPath } from '../repository-path.js';
import type { PlainTool } from './plain-tool.js';
import { yamlValues } from './read-data.js';

const SUMMARY = 'SUMMARY.md';
/** A list item that links to a page of the same site. */
const ITEM =
  /(?=[*+-])(?<=^\s*)[*+-]\s+\[[^\]]{0,500}\]\(<?(?![a-z][a-z\d+.-]*:)[^)>\s]{1,500}\.mdx?(?:#[^)>]{0,500})?>?[^)]{0,500}\)/gim;
const MIN_ITEMS = 2;

/** GitBook: the pages that a SUMMARY.md lists, below `.gitbook.yaml`'s `root` or next to it. */
export const GITBOOK: PlainTool = {
  name: 'GitBook',
  file: /^(?:\.gitbook\.ya?ml|SUMMARY\.md)$/,
  matches: (text) => !isSummary(text) || (text.match(ITEM) ?? []).length >= MIN_ITEMS,
  roots: (_view, folder, text, path) => {
    const config = path.endsWith('.md') ? {} : yamlValues(text);
    const root = resolveInRoot(folder, textAt(config, 'root') ?? '');
    const summary = resolveInRoot(root, textAt(objectAt(config, 'structure'), 'summary') ?? SUMMARY);
    const name = summary.slice(root === '' ? 0 : root.length + 1);
    return [{ docsRoot: docsRootPath(root), site: { generator: 'none', summary: name } }];
  },
};

function isSummary(text: string): boolean {
  return !/^(?:root|structure|redirects)\s*:/m.test(text);
}
