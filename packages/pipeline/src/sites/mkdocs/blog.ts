import { isObject } from '@topicmill/base/json';
import { resolvePath } from '@topicmill/base/paths';
import { pythonSlug } from '@topicmill/text/slugs';
import { splitPath } from '../page-path.js';
import { isTrue, type PageSource, textValue } from '../page-source.js';

/** Whether a page is a post of the blog of Material for MkDocs, which looks no further than how its path begins. */
export function isPost(path: string, blogFolder: string | undefined): boolean {
  const posts = blogFolder === undefined ? undefined : resolvePath('', `${blogFolder}/posts`);
  return posts !== undefined && path.startsWith(posts);
}

/** What YAML takes for `true` as Python reads it. */
const TRUE_IN_PYTHON = ['yes', 'Yes', 'YES', 'on', 'On', 'ON'];

/** Why a post is not published; `undefined` for one that is. */
export function postReason(source: PageSource): string | undefined {
  if (isTrue(source, 'draft', TRUE_IN_PYTHON)) return 'draft: true';
  return dayOf(source) === undefined ? 'a post without a date' : undefined;
}

/** The path below the docs root by which a post has its address: the blog's folder, its day and its slug. */
export function postPath(source: PageSource, blogFolder: string): string {
  const slug = textValue(source, 'slug') ?? pythonSlug(titleOf(source).replace(/<[^<>]*>/g, ''), 'pymdownx', '-');
  return resolvePath('', `${blogFolder}/${dayOf(source)}/${slug}.md`) ?? source.path;
}

/** As MkDocs names a page before it reads its markdown. */
function titleOf({ frontMatter, title, path }: PageSource): string {
  const named = frontMatter['title'];
  return typeof named === 'string' ? named : title || splitPath(path).name.replace(/[-_]/g, ' ');
}

/** `yyyy/MM/dd` of the day on which a post was created, in UTC. */
function dayOf({ frontMatter: { date } }: PageSource): string | undefined {
  const written = String(isObject(date) ? date['created'] : date);
  if (!/^\d{4}-\d\d-\d\d/.test(written)) return undefined;
  const day = new Date(/[T ][\d:.]+$/i.test(written) ? `${written}Z` : written);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10).replaceAll('-', '/');
}
