import { splitPath } from './page-path.js';

/** A page of a vault. */
interface VaultPage {
  /** Below the docs root. */
  readonly path: string;
}

/** Finds the pages of an Obsidian vault by their names, in whatever folder they are; case makes no difference. */
export class VaultPages<Page extends VaultPage> {
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
