import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';

/** The addresses of chunks compared with the HTML of a built site. */
export interface AddressComparison {
  readonly checked: number;
  /** Addresses whose page the site does not have. */
  readonly withoutPage: readonly string[];
  /** Addresses whose page has no such id. */
  readonly withoutId: readonly string[];
}

/**
 * Looks for the page and the id of every address, as a browser would.
 *
 * @param folder a built site
 * @param base path at which the site is published, without slashes around it; its HTML files are below none
 */
export function compareAddresses(folder: string, addresses: readonly string[], base: string): AddressComparison {
  const idsOfFile = new Map<string, ReadonlySet<string>>();
  const withoutPage: string[] = [];
  const withoutId: string[] = [];
  for (const address of addresses) {
    const { pathname, hash } = new URL(address, 'http://site');
    const file = htmlFile(folder, decodeURI(pathname), base);
    if (file === undefined) {
      withoutPage.push(address);
      continue;
    }
    if (hash === '') continue;
    const ids = idsOfFile.get(file) ?? idsIn(readFileSync(file, 'utf8'));
    idsOfFile.set(file, ids);
    if (!ids.has(decodeURIComponent(hash.slice(1)))) withoutId.push(address);
  }
  return { checked: addresses.length, withoutPage, withoutId };
}

/** The file that a static server sends for a path. */
function htmlFile(folder: string, pathname: string, base: string): string | undefined {
  const path = pathname.slice(1);
  const below = base !== '' && `${path}/`.startsWith(`${base}/`) ? path.slice(base.length).replace(/^\//, '') : path;
  const names =
    below === '' || below.endsWith('/') ? [`${below}index.html`] : [below, `${below}.html`, `${below}/index.html`];
  return names.map((name) => join(folder, name)).find((file) => existsSync(file) && statSync(file).isFile());
}

/** All possible targets of `#`: ids, and names of links. */
function idsIn(html: string): Set<string> {
  const elements = DomUtils.getElementsByTagName('*', parseDocument(html), true);
  return new Set(
    elements.flatMap(({ name, attribs }) => [attribs['id'] ?? [], name === 'a' ? (attribs['name'] ?? []) : []].flat()),
  );
}
