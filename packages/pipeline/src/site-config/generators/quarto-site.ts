import { isObject } from '@topicmill/base/json';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import { docsRootPath } from '../repository-path.js';

/** The docs root of a Quarto website or book: the folder of its project. */
export function quartoRoots(folder: string, config: ConfigValue): DetectedRoot[] {
  const website = objectAt(config, 'website');
  const book = objectAt(config, 'book');
  const chapters = pagesIn([book['chapters'], book['appendices']]);
  const site = written({
    generator: 'quarto',
    url: joinUrl(textAt(website, 'site-url') ?? textAt(book, 'site-url'), ''),
    render: chapters.length > 0 ? chapters : textsAt(objectAt(config, 'project'), 'render'),
    order: [...new Set([...chapters, ...pagesIn(website['sidebar'])].map(withoutEnding))],
  });
  return [{ docsRoot: docsRootPath(folder), site }];
}

/** Keys of navigation that name pages, or lists of them. */
const NAMING = /^(?:href|file|part|section|contents|chapters)$/;

/** Paths of pages at any depth of a navigation, below the project. */
function pagesIn(value: unknown): string[] {
  if (typeof value === 'string') return /\.q?md$/.test(value) ? [value.replace(/^\.?\//, '')] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pagesIn(each));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (NAMING.test(key) ? pagesIn(each) : []));
}

function withoutEnding(path: string): string {
  return path.replace(/\.q?md$/, '');
}
