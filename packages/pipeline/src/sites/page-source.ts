import { isObject } from '@topicmill/base/json';
import { oneLine } from '@topicmill/text/white-space';
/** A page file of a docs root, as the rules of a site see it. Derived from the file alone, so that it can be cached. */
export interface PageSource {
  /** Below the docs root, with `/`. */
  readonly path: string;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** Whether it begins with front matter, which may be empty. */
  readonly hasFrontMatter: boolean;
  /** Plain text on one line; empty where the page names none and its file name has to do. */
  readonly title: string;
  /** Plain text on one line; empty where the page has none. */
  readonly description: string;
  /** False for front matter and markup only: such a page is a category. */
  readonly hasText: boolean;
}

/** A text of the front matter, trimmed and on one line; `undefined` for another value or an empty one. */
export function textValue(source: Pick<PageSource, 'frontMatter'>, key: string): string | undefined {
  const value = source.frontMatter[key];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return oneLine(String(value)) || undefined;
}

/** Whether a value of the front matter is `true`, or a text that a generator takes for it: `"true"` in any case, and `others`. */
export function isTrue(
  { frontMatter }: Pick<PageSource, 'frontMatter'>,
  key: string,
  others: readonly unknown[] = [],
): boolean {
  const value = frontMatter[key];
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true') || others.includes(value);
}

/** A number of the front matter, also one that is written as text. */
export function numberValue(source: Pick<PageSource, 'frontMatter'>, key: string): number | undefined {
  const value = source.frontMatter[key];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** An object of the front matter; empty for another value. */
export function objectValue(source: Pick<PageSource, 'frontMatter'>, key: string): Readonly<Record<string, unknown>> {
  const value = source.frontMatter[key];
  return isObject(value) && !(value instanceof Date) ? value : {};
}

/** The texts of a list of the front matter; one text, separated by commas, is a list too. */
export function listValue(source: Pick<PageSource, 'frontMatter'>, key: string): readonly string[] {
  const value = source.frontMatter[key];
  const items: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return items.map(textOfItem).filter((item) => item !== '');
}

/** Docusaurus writes a tag as `{ label, permalink }`, VitePress none. */
function textOfItem(item: unknown): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item).trim();
  const label = typeof item === 'object' && item !== null && 'label' in item ? item.label : undefined;
  return typeof label === 'string' ? label.trim() : '';
}
