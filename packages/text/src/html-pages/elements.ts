import type { Element, ElementContent, Nodes, Parents, RootContent } from 'hast';

/** Whether a node is an element, of one of these names where some are given. */
export function isElement(node: Nodes | undefined, ...names: readonly string[]): node is Element {
  return node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));
}

/** Its class names. */
export function classesOf({ properties }: Element): readonly string[] {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
}

/** An attribute as text; `undefined` where it is not there. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** The text of a node and all below it, as written. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The first element in document order that a test accepts. */
export function findElement(node: Nodes, isWanted: (element: Element) => boolean): Element | undefined {
  if (isElement(node) && isWanted(node)) return node;
  if (!('children' in node)) return undefined;
  for (const child of node.children) {
    const found = findElement(child, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All such elements that are not inside another one. */
export function findElements(node: Nodes, isWanted: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isElement(next) && isWanted(next)) found.push(next);
    else if ('children' in next) for (let at = next.children.length - 1; at >= 0; at--) open.push(next.children[at]!);
  }
  return found;
}

/** The elements that an element contains, in document order, itself not among them. */
export function* elementsIn(node: Parents): Generator<Element> {
  const open: (RootContent | ElementContent)[] = node.children.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isElement(next)) continue;
    yield next;
    for (let at = next.children.length - 1; at >= 0; at--) open.push(next.children[at]!);
  }
}

/** A new element. */
export function element(tagName: string, children: readonly ElementContent[], className: string[] = []): Element {
  return { type: 'element', tagName, properties: { className }, children: [...children] };
}
