import type { Element, Root } from 'hast';
import { oneLine } from '../white-space.js';
import { attribute, classesOf, elementsIn, findElement, findElements, isElement, textOf } from './elements.js';
import { parseHtml } from './parse-html.js';

/** Another language or version of a page, as the page names it. */
export interface AlternatePage {
  readonly language: string;
  readonly href: string;
}

/** What a page says about itself. Texts are on one line; `undefined` for what it does not say. */
export interface HtmlPageFacts {
  /** Of its head, with what the site adds to it. */
  readonly headTitle: string | undefined;
  readonly socialTitle: string | undefined;
  readonly description: string | undefined;
  readonly language: string | undefined;
  readonly direction: 'ltr' | 'rtl' | undefined;
  readonly canonical: string | undefined;
  readonly generator: string | undefined;
  readonly version: string | undefined;
  /** Whether it asks not to be found. */
  readonly isHidden: boolean;
  /** Where it sends its readers at once. */
  readonly redirect: string | undefined;
  readonly alternates: readonly AlternatePage[];
  /** Titles of the pages above it, the outermost first. */
  readonly breadcrumb: readonly string[];
  /** Address at which its source is edited. */
  readonly editLink: string | undefined;
  /** Destinations of the links of its navigation, in order. */
  readonly navigation: readonly string[];
}

/** Reads what a page says about itself outside of its text. */
export function readPageFacts(tree: Root): HtmlPageFacts {
  const html = findElement(tree, ({ tagName }) => tagName === 'html');
  const head = findElement(tree, ({ tagName }) => tagName === 'head') ?? tree;
  const elements = [...elementsIn(head)];
  const metas = elements.filter(({ tagName }) => tagName === 'meta');
  const meta = (...names: readonly string[]): string | undefined => {
    const found = names.map((name) => metas.find((each) => nameOfMeta(each) === name)).find(Boolean);
    return found && asOneLine(attribute(found, 'content'));
  };
  const linksTo = (relation: string): Element[] =>
    elements.filter((each) => each.tagName === 'link' && (attribute(each, 'rel') ?? '').split(' ').includes(relation));
  const title = elements.find(({ tagName }) => tagName === 'title');
  const refresh = [...metas, ...elements.filter(({ tagName }) => tagName === 'noscript').flatMap(metasIn)].find(
    (each) => attribute(each, 'httpEquiv')?.toLowerCase() === 'refresh',
  );
  const direction = html && attribute(html, 'dir');
  return {
    headTitle: title && asOneLine(textOf(title)),
    socialTitle: meta('og:title', 'twitter:title'),
    description: meta('description', 'og:description'),
    language: html && asOneLine(attribute(html, 'lang') ?? attribute(html, 'xmlLang')),
    direction: direction === 'rtl' || direction === 'ltr' ? direction : undefined,
    canonical: linksTo('canonical').map((link) => attribute(link, 'href'))[0],
    generator: meta('generator'),
    version: meta('docsearch:version', 'docusaurus_version'),
    isHidden: /\bnoindex\b/i.test(meta('robots', 'googlebot') ?? ''),
    redirect: refresh && redirectIn(attribute(refresh, 'content') ?? ''),
    alternates: linksTo('alternate').flatMap((link) => {
      const [language, href] = [attribute(link, 'hrefLang'), attribute(link, 'href')];
      return language === undefined || href === undefined ? [] : [{ language, href }];
    }),
    breadcrumb: breadcrumbIn(tree),
    editLink: editLinkIn(tree),
    navigation: navigationIn(tree),
  };
}

/** What a page says where scripts are not run, which the parser leaves as text: Javadoc's first page leads on by it. */
function metasIn(noscript: Element): Element[] {
  return findElements(parseHtml(textOf(noscript)), (each) => isElement(each, 'meta'));
}

function nameOfMeta(meta: Element): string | undefined {
  return (attribute(meta, 'name') ?? attribute(meta, 'property'))?.toLowerCase();
}

function asOneLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : oneLine(text) || undefined;
}

/** The address in `0; url=…` or `0; …`; a page that reloads itself, or only after a while, is not a redirect. */
function redirectIn(content: string): string | undefined {
  const [, seconds, url] = /^\s*(\d{1,9})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?['"]?([^'"\s]+)/i.exec(content) ?? [];
  return url !== undefined && Number(seconds) < 5 ? url : undefined;
}

/** Longer names in a breadcrumb are cut. */
const MAX_CRUMB_LENGTH = 300;

function breadcrumbIn(tree: Root): string[] {
  const isBreadcrumb = (each: Element): boolean =>
    /breadcrumb/i.test(attribute(each, 'ariaLabel') ?? '') ||
    classesOf(each).some((name) => /^breadcrumbs?$/i.test(name));
  const place = findElement(tree, isBreadcrumb);
  if (place === undefined) return [];
  const items = findElements(place, (each) => isElement(each, 'li'));
  const parts = items.length > 0 ? items : findElements(place, (each) => isElement(each, 'a', 'span'));
  const texts = parts.map((part) =>
    oneLine(textOf(part))
      .slice(0, MAX_CRUMB_LENGTH)
      .replace(/^[\s/›»>·|]+|[\s/›»>·|]+$/g, ''),
  );
  return texts.filter((text) => text !== '');
}

const EDIT_PATH = /\/(?:edit|blob|_edit|-\/edit|-\/blob)\/[^/]+\/\S/;

function editLinkIn(tree: Root): string | undefined {
  const isEdit = (each: Element): boolean =>
    isElement(each, 'a') &&
    EDIT_PATH.test(attribute(each, 'href') ?? '') &&
    /\b(?:edit|source|improve)\b/i.test(textOf(each) + (attribute(each, 'title') ?? ''));
  const link = findElement(tree, isEdit);
  return link && attribute(link, 'href');
}

const SIDEBAR = /(?:^|-)(?:sidebar|menu|nav(?:igation)?|toctree-wrapper)(?:-|$)|^VPSidebar$/i;

/** Links of the navigation that has most of them: others lead to languages, versions or neighbours. */
function navigationIn(tree: Root): string[] {
  const isNavigation = (each: Element): boolean =>
    isElement(each, 'nav') ||
    attribute(each, 'role') === 'navigation' ||
    classesOf(each).some((name) => SIDEBAR.test(name));
  const lists = findElements(tree, isNavigation).map((place) =>
    findElements(place, (each) => isElement(each, 'a')).flatMap((link) => attribute(link, 'href') ?? []),
  );
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}
