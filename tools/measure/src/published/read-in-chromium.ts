import { pathToFileURL } from 'node:url';
import { launchChromium } from '@topicmill/test-support/chromium';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Page } from 'playwright-core';

/** A heading and the ids that lead to it. */
export interface SeenHeading {
  readonly text: string;
  readonly ids: readonly string[];
}

/** A page as a browser shows it. */
export interface SeenPage {
  /** What is visible of its content. */
  readonly shown: string;
  /** All text of its content, hidden or not, with what images and symbols are called, and cells as often as they span. */
  readonly all: string;
  readonly headings: readonly SeenHeading[];
  /** Everything that an address may name after `#`. */
  readonly ids: readonly string[];
}

/** A text in markdown as a browser shows it. */
export interface SeenMarkdown {
  readonly shown: string;
  readonly headings: readonly SeenHeading[];
}

/** A browser that reads pages without their scripts and without a network. */
export async function openReader(): Promise<{
  readHtml(file: string, content: string, without: string | undefined): Promise<SeenPage>;
  readMarkdown(text: string): Promise<SeenMarkdown>;
  close(): Promise<void>;
}> {
  const browser = await launchChromium();
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const [html, markdown] = [await context.newPage(), await context.newPage()];
  return {
    async readHtml(file, content, without) {
      await html.goto(pathToFileURL(file).href, { waitUntil: 'load' });
      return seenPage(html, content, without);
    },
    async readMarkdown(text) {
      const rendered = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
      await markdown.setContent(`<!doctype html><body>${rendered}`);
      return markdown.evaluate(() => {
        const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => {
          const [, title, id] = /^(.*?)(?:\s*\{#([^\s{}]+)\})?$/s.exec(heading.textContent!.trim())!;
          heading.textContent = title!;
          return { text: title!, ids: id === undefined ? [] : [id] };
        });
        // biome-ignore lint/performance/useDomNodeTextContent: what is visible is what is asked for
        return { shown: document.body.innerText, headings };
      });
    },
    close: () => browser.close(),
  };
}

async function seenPage(page: Page, content: string, without: string | undefined): Promise<SeenPage> {
  const frame = ['script', 'style', 'template', 'noscript', ...(without === undefined ? [] : [without])].join(', ');
  const headings = await page.evaluate(headingsIn, [content, frame] as const);
  return { ...(await page.evaluate(textIn, [content, frame] as const)), headings };
}

/** The headings of a page, with all ids between them and the text before them, and those inside of them. Runs in the browser. */
function headingsIn([content, frame]: readonly [string, string]): SeenHeading[] {
  const body = document.querySelector<HTMLElement>(content) ?? document.body;
  const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((each) => each.closest(frame) === null);
  const leading = new Map<Node, string[]>(headings.map((each) => [each, []]));
  let pending: string[] = [];
  let inside: Element | undefined;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (inside?.contains(node) !== true) inside = undefined;
    if (node instanceof Element) {
      if (leading.has(node)) {
        inside = node;
        leading.set(node, pending);
        pending = [];
      }
      const own = [node.id, node.tagName === 'A' ? (node.getAttribute('name') ?? '') : ''].filter((id) => id !== '');
      (inside === undefined ? pending : leading.get(inside)!).push(...own);
    } else if (inside === undefined && node.textContent!.trim() !== '') pending = [];
  }
  return headings.map((each) => ({ text: each.textContent!, ids: leading.get(each)! }));
}

/** The text of a page without what frames it, which is removed. Runs in the browser. */
function textIn([content, frame]: readonly [string, string]): Omit<SeenPage, 'headings'> {
  const body = document.querySelector<HTMLElement>(content) ?? document.body;
  const ids = [...document.querySelectorAll('[id], a[name]')].flatMap((each) => [
    each.id,
    each.getAttribute('name') ?? '',
  ]);
  // What is only drawn when somebody scrolls to it, or opens it, has no text before.
  const style = document.createElement('style');
  style.textContent = '* { content-visibility: visible !important; }';
  document.head.append(style);
  for (const each of body.querySelectorAll('details')) each.open = true;
  for (const each of [...body.querySelectorAll(frame)]) each.remove();
  const names = [...body.querySelectorAll('[alt], [title]')].flatMap((each) => [
    each.getAttribute('alt') ?? '',
    each.getAttribute('title') ?? '',
  ]);
  const spans = [...body.querySelectorAll<HTMLTableCellElement>('td, th')].flatMap((cell) =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is visible is what is asked for
    Array.from({ length: Math.min(cell.rowSpan, 100) * Math.min(cell.colSpan, 100) - 1 }, () => cell.innerText),
  );
  const separate = (node: Node): string => {
    if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent! : '';
    const text = [...node.childNodes].map(separate).join('');
    return getComputedStyle(node).display.startsWith('inline') ? text : `${text}\n`;
  };
  return {
    // biome-ignore lint/performance/useDomNodeTextContent: what is visible is what is asked for
    shown: body.innerText,
    all: [separate(body), document.title, ...names, ...spans].join('\n'),
    ids: ids.filter((id) => id !== ''),
  };
}
