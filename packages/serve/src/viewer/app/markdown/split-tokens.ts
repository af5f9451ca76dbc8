import type { Token } from 'markdown-it';

interface OpenElement {
  readonly opening: Token;
  /** Number of the list item that was last opened inside. */
  lastItem: string | undefined;
}

/**
 * Cuts the tokens of a document at lines. A list, table or quote that goes on after a cut is closed before it and opened
 * again after it; a paragraph or code block stays whole in the part where it begins.
 *
 * @param firstLines 0-based lines at which the parts begin, rising; the first part also contains what is before it
 */
export function splitTokens(tokens: readonly Token[], firstLines: readonly number[]): Token[][] {
  const parts: Token[][] = [[]];
  const open: OpenElement[] = [];
  for (const token of tokens) {
    const line = token.nesting >= 0 && token.type !== 'inline' ? token.map?.[0] : undefined;
    while (line !== undefined && parts.length < firstLines.length && line >= firstLines[parts.length]!) {
      for (const { opening } of open.toReversed()) parts.at(-1)!.push(closingOf(opening));
      parts.push(open.map((element) => reopened(element, token)));
    }
    if (token.nesting === 1) {
      const parent = open.at(-1);
      if (parent !== undefined && token.type === 'list_item_open') parent.lastItem = token.info;
      open.push({ opening: token, lastItem: undefined });
    } else if (token.nesting === -1) open.pop();
    parts.at(-1)!.push(token);
  }
  while (parts.length < firstLines.length) parts.push([]);
  return parts;
}

function closingOf(opening: Token): Token {
  const closing = copyOf(opening);
  closing.type = opening.type.replace(/_open$/, '_close');
  closing.nesting = -1;
  closing.attrs = null;
  return closing;
}

function reopened({ opening, lastItem }: OpenElement, next: Token): Token {
  const copy = copyOf(opening);
  if (opening.type === 'ordered_list_open') {
    const isNextItem = next.type === 'list_item_open' && next.level === opening.level + 1;
    const first = isNextItem ? next.info : lastItem;
    if (first !== undefined) copy.attrSet('start', first);
  }
  if (opening.type === 'list_item_open') copy.attrSet('class', 'continued');
  return copy;
}

function copyOf(token: Token): Token {
  const copy: Token = Object.assign(Object.create(Object.getPrototypeOf(token) as object), token);
  copy.attrs = token.attrs?.map(([name, value]) => [name, value]) ?? null;
  return copy;
}
