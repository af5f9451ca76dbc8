import { decodeIfValid, isAbsoluteUrl, resolvePath } from '@topicmill/base/paths';
import { generatorOf, type LeftOutPage, type SiteSettings, splitPath } from '../sites/index.js';
import type { Site, SitePage } from './site.js';
import { siteUrl } from './site-url.js';

/** A page of a vault. */
interface VaultPage {
  /** Below the docs root. */
  readonly path: string;
}

/** Finds the pages of an Obsidian vault by their names, in whatever folder they are; case makes no difference. */
class VaultPages<Page extends VaultPage> {
  private readonly byName = new Map<string, Page[]>();

  constructor(pages: Iterable<Page>) {
    for (const page of pages) {
      const name = lastNameOf(page.path);
      const same = this.byName.get(name);
      if (same === undefined) this.byName.set(name, [page]);
      else same.push(page);
    }
  }

  /** The first page whose path ends with a target such as `Clay` or `glazes/Celadon`. */
  find(target: string): Page | undefined {
    const wanted = `/${withoutEnding(target).replace(/^\/+/, '')}`.toLowerCase();
    const named = this.byName.get(lastNameOf(target)) ?? [];
    return named.find(({ path }) => `/${withoutEnding(path)}`.toLowerCase().endsWith(wanted));
  }
}

function withoutEnding(path: string): string {
  return path.replace(/\.mdx?$/i, '');
}

function lastNameOf(path: string): string {
  const { name } = splitPath(`${withoutEnding(path)}.md`);
  return name.toLowerCase();
}

/** The target of a link of a page. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly page: SitePage; readonly anchor: string | undefined }
  /** Elsewhere, or a page of the site that is not a topic: an unlisted one, one of a category. */
  | { readonly kind: 'url'; readonly url: string }
  /** A path below the docs root where no page is: an image, a download, or nothing. */
  | { readonly kind: 'file'; readonly path: string }
  /** Has no destination, leads out of the docs root, or is written in a way that only the generator can resolve. */
  | { readonly kind: 'unknown' };

/** `{{< ref "page.md#place" >}}` of Hugo and `{% link page.md %}` of Jekyll. */
const SHORTCODE =
  /^\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["'`]?([^"'`\s]+)["'`]?.*\}\}$|^(?:\{\{[^}]*\}\})?\s*\{%-?\s*link\s+(\S+?)\s*-?%\}(#\S*)?$/;
/** In UTF-16 units: trying each end of a name takes the square of its length. */
const MAX_SHORTCODE_LENGTH = 2000;
/** `{{ site.baseurl }}/page` and `{{ '/page' | relative_url }}` of Jekyll. */
const LIQUID_URL =
  /^\{\{\s*site\.(?:baseurl|url)\s*\}\}(.*)$|^\{\{\s*["']([^"']*)["']\s*\|\s*(?:relative|absolute)_url\s*\}\}(.*)$/;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|qmd)$/i;
const FOLDER_FILES = ['index', '_index', 'README', 'readme', 'Readme'];

/** Resolves the links of a site's pages to pages of the site. */
export class SiteLinks {
  private readonly byPath = new Map<string, SitePage>();
  private readonly byAddress = new Map<string, SitePage>();
  private readonly otherAddresses = new Map<string, string>();
  private readonly basePath: string;
  /** `undefined` where links do not name pages without their folders. */
  private readonly vault: VaultPages<SitePage> | undefined;

  constructor(
    { pages, categories, leftOut }: Pick<Site, 'pages' | 'categories' | 'leftOut'>,
    private readonly settings: SiteSettings,
  ) {
    this.basePath = pathOf(settings.url).replace(/\/$/, '');
    const isVault = settings.generator === 'none' && settings.dialect === 'obsidian';
    this.vault = isVault ? new VaultPages(pages) : undefined;
    for (const page of pages) {
      for (const name of fileNames(page.path)) if (!this.byPath.has(name)) this.byPath.set(name, page);
      for (const url of [page.url, ...page.aliases]) this.addAddress(this.byAddress, url, page);
    }
    for (const { url } of categories) if (url !== undefined) this.addAddress(this.otherAddresses, url, url);
    for (const each of leftOut) this.addLeftOut(each);
  }

  private addLeftOut({ route }: LeftOutPage): void {
    if (route === undefined) return;
    const url = siteUrl(this.settings, route);
    this.addAddress(this.otherAddresses, url, url);
  }

  private addAddress<Target>(addresses: Map<string, Target>, url: string, target: Target): void {
    const address = normalAddress(pathOf(url));
    if (!addresses.has(address)) addresses.set(address, target);
  }

  /**
   * @param href as written in the page's markdown
   * @param from the page that it is in
   */
  resolve(href: string, from: SitePage): LinkTarget {
    const written = href.trim() === '' ? undefined : this.unwrapped(href.trim());
    if (written === undefined) return { kind: 'unknown' };
    if (isAbsoluteUrl(written)) return this.ownAddress(written) ?? { kind: 'url', url: written };
    const [, path, hash] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(written)!;
    // Obsidian names a heading by its text.
    const hasAnchor = hash !== undefined && hash !== '#' && this.vault === undefined;
    const anchor = hasAnchor ? decodeIfValid(hash.slice(1)) : undefined;
    if (path === '') return { kind: 'page', page: from, anchor };
    const target = decodeIfValid(path!);
    const found = this.readsAddresses(target)
      ? (this.atAddress(target, from) ?? this.atPath(target, from))
      : (this.atPath(target, from) ?? this.atAddress(target, from));
    if (found !== undefined)
      return typeof found === 'string'
        ? { kind: 'url', url: found + (hash ?? '') }
        : { kind: 'page', page: found, anchor };
    const file = target.startsWith('/') ? resolvePath('', target) : resolvePath(splitPath(from.path).folder, target);
    return file === undefined || file === '' ? { kind: 'unknown' } : { kind: 'file', path: file };
  }

  /** A link as a path or an address; `undefined` for one that contains another construct of a template. */
  private unwrapped(href: string): string | undefined {
    const shortcode = href.length > MAX_SHORTCODE_LENGTH ? null : SHORTCODE.exec(href);
    if (shortcode !== null) return shortcode[1] ?? `/${shortcode[2]}${shortcode[3] ?? ''}`;
    const liquid = LIQUID_URL.exec(href);
    if (liquid !== null) return liquid[1] ?? `${liquid[2]}${liquid[3]}`;
    if (/\{\{|\{%/.test(href)) return undefined;
    if (this.settings.generator === 'docfx' && href.startsWith('~/')) return href.slice(1);
    return href.startsWith('@site/') ? `/${href.slice('@site/'.length)}` : href;
  }

  /** A link with a scheme that points to the site itself. */
  private ownAddress(href: string): LinkTarget | undefined {
    const base = this.settings.url.replace(/\/$/, '');
    if (!isAbsoluteUrl(base) || !(href === base || href.startsWith(`${base}/`))) return undefined;
    const [address, hash] = href.split('#', 2) as [string, string | undefined];
    const page = this.byAddress.get(normalAddress(pathOf(address)));
    return page === undefined
      ? undefined
      : { kind: 'page', page, anchor: hash === undefined ? undefined : decodeIfValid(hash) };
  }

  /** Whether a link without an extension is first an address: elsewhere it is a file's path. */
  private readsAddresses(target: string): boolean {
    return !PAGE_EXTENSION.test(target) && generatorOf(this.settings).linksAreAddresses === true;
  }

  private atPath(target: string, from: SitePage): SitePage | undefined {
    const { folder } = splitPath(from.path);
    const paths = target.startsWith('/')
      ? this.rootPaths(target.slice(1))
      : [resolvePath(folder, target), resolvePath('', target)];
    for (const path of paths) {
      const page = path === undefined ? undefined : this.byPath.get(path.replace(/\.html$/, ''));
      if (page !== undefined) return page;
    }
    return this.vault?.find(target);
  }

  /** A path from the root is below the docs root, or below the repository with the docs root's folder in it. */
  private rootPaths(target: string): (string | undefined)[] {
    const path = resolvePath('', target);
    const inside = path?.slice(path.indexOf('/') + 1);
    return PAGE_EXTENSION.test(target) ? [path, inside] : [path];
  }

  private atAddress(target: string, from: SitePage): SitePage | string | undefined {
    const address = new URL(encodeURI(target), `http://site${pathOf(from.url)}`).pathname;
    const candidates = target.startsWith('/') ? [address, this.basePath + address] : [address];
    for (const each of candidates) {
      const normal = normalAddress(each);
      const found = this.byAddress.get(normal) ?? this.otherAddresses.get(normal);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** The names by which other pages refer to a file: with and without its extension, and as its folder. */
function fileNames(path: string): string[] {
  const { folder, name } = splitPath(path);
  const base = folder === '' ? '' : `${folder}/`;
  return [path, `${base}${name}`, ...(FOLDER_FILES.includes(name) ? [folder] : [])];
}

/** An address without the parts that do not distinguish pages: encoding, `index.html`, `.html`, a slash at the end. */
function normalAddress(path: string): string {
  return decodeIfValid(path)
    .replace(/(?:^|\/)index\.html$/, '')
    .replace(/\.html$/, '')
    .replace(/(?<!\/)\/+$/, '')
    .normalize();
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*/s, '') || '/';
}
