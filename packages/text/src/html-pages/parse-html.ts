import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type Token, type TreeAdapter } from 'parse5';

/** UTF-16 units. The largest manuals on one page have half of that. */
const MAX_LENGTH = 32_000_000;
const MAX_ELEMENTS = 1_000_000;
/** Elements further inside each other are read as text, as browsers do from 512 on. */
const MAX_DEPTH = 200;
/** What the repair of wrongly nested elements may add to that. */
const MAX_REPAIRED_DEPTH = 3 * MAX_DEPTH;
/** Elements whose content is not parsed: it would become text of the page without them. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']);

/**
 * Parses any text as browsers do, in time and depth that are bounded.
 *
 * @throws TopicmillError `HTML_TOO_LARGE`
 */
export function parseHtml(html: string): Root {
  if (html.length > MAX_LENGTH) throw htmlTooLarge(`It has ${html.length} characters; ${MAX_LENGTH} are read.`);
  const document = BoundedParser.parse(html, { treeAdapter: countingAdapter() });
  refuseDepth(document);
  return fromParse5(document) as Root;
}

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop < MAX_DEPTH || RAW.has(token.tagName)) super.onStartTag(token);
  }

  override onItemPush(...args: Parameters<Parser<DefaultTreeAdapterMap>['onItemPush']>): void {
    if (this.openElements.stackTop > MAX_REPAIRED_DEPTH) throw tooDeep();
    super.onItemPush(...args);
  }
}

/** Repair of wrongly nested formatting makes elements that nobody wrote, in the worst case a square of those written. */
function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let count = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      if (++count > MAX_ELEMENTS) throw htmlTooLarge(`It has more than ${MAX_ELEMENTS} elements.`);
      return defaultTreeAdapter.createElement(...args);
    },
  };
}

function refuseDepth(document: DefaultTreeAdapterMap['document']): void {
  const open: [DefaultTreeAdapterMap['node'], number][] = [[document, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    if (depth > MAX_REPAIRED_DEPTH) throw tooDeep();
    if ('content' in node) open.push([node.content, depth + 1]);
    if ('childNodes' in node) for (const child of node.childNodes) open.push([child, depth + 1]);
  }
}

function tooDeep(): TopicmillError {
  return htmlTooLarge(`Its elements are more than ${MAX_REPAIRED_DEPTH} deep.`);
}

function htmlTooLarge(message: string): TopicmillError {
  return new TopicmillError('HTML_TOO_LARGE', message, {
    remedy: 'Divide the page, or let the generator of the site do so.',
  });
}
