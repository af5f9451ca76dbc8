import type { Diagnostic } from '@topicmill/base/diagnostics';
import { dialectOf } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { pageJsonLd } from './json-ld.js';
import { pageNames } from './page-name.js';
import { type Sha256, setHash } from './page-set-hash.js';
import { type PageSource, readPageSource } from './page-source.js';
import { joinPages, type PageReading, withoutSetName } from './page-text.js';
import { type HtmlPages, type PagesManifest, pagesManifest } from './pages-manifest.js';
import type { Page } from './split-document.js';

/** A page as it was read from its file. */
export interface ReadPage {
  readonly text: string;
  readonly reading: PageReading;
}

/** A manifest, and the pages that it describes. */
export interface ManifestComparison {
  readonly manifest: PagesManifest;
  /** In the order of the manifest. */
  readonly pages: readonly ReadPage[];
  readonly html: HtmlPages;
  readonly counter: TokenCounter;
  readonly sha256: Sha256;
  /** Path of the manifest, for the diagnostics. */
  readonly file: string;
}

const NO_TOKENS: TokenCounter = { name: 'none', count: () => 0 };

/**
 * Compares every field of a manifest with the value that follows from the pages. Source, limit, tokenizer and address
 * cannot be read from a page; they are compared by the set's hash, which covers them and is on each page.
 *
 * @returns an error `PAGES_MANIFEST_WRONG` for each field with another value, or `PAGES_DIFFER` when the pages, joined,
 *   are not cut between blocks
 */
export function compareManifest(comparison: ManifestComparison): Diagnostic[] {
  const { manifest, file } = comparison;
  const expected = expectedManifest(comparison);
  if (expected === undefined) {
    return [wrong('PAGES_DIFFER', 'The pages do not start between blocks of the document that they form.', file)];
  }
  const [actualFields, expectedFields] = [fieldsOf(manifest), fieldsOf(expected)];
  return [...new Set([...expectedFields.keys(), ...actualFields.keys()])]
    .filter((field) => actualFields.get(field) !== expectedFields.get(field))
    .map((field) => {
      const [actual, found] = [actualFields.get(field) ?? 'missing', expectedFields.get(field) ?? 'not expected'];
      const message =
        field === 'set'
          ? `set is ${actual}, but the pages, source, n_max, tokenizer and isBasedOn give ${found}.`
          : `${field} is ${actual}, but the pages give ${found}.`;
      return wrong('PAGES_MANIFEST_WRONG', message, file);
    });
}

function wrong(code: 'PAGES_DIFFER' | 'PAGES_MANIFEST_WRONG', message: string, file: string): Diagnostic {
  return { severity: 'error', code, message, file, remedy: 'Split the document again.' };
}

/** The manifest that the pages give; `undefined` when they are not cut between blocks. */
function expectedManifest({ manifest, pages, html, counter, sha256 }: ManifestComparison): PagesManifest | undefined {
  const { source: name, n_max: maxTokens, tokenizer, dialect } = manifest;
  const text = joinPages(pages.map(({ reading }) => reading));
  const source = readPageSource(text, name, NO_TOKENS, dialect === undefined ? undefined : dialectOf(dialect, name));
  const plan = planOf(source, pages);
  if (plan === undefined) return undefined;
  const names = pageNames(source, plan, name);
  const baseUrl = manifest.chunks[0]!.jsonld.isBasedOn;
  const set = setHash(
    { source: name, baseUrl, maxTokens, tokenizer, dialect },
    pages.map((page) => withoutSetName(page.text, page.reading)),
    sha256,
  );
  return pagesManifest({
    set,
    pages: pages.map((page, index): Page => {
      const { id, prev, next, path } = page.reading.comment;
      const tokenCount = counter.count(page.text);
      const about = { baseUrl, position: index + 1, pageCount: pages.length };
      return {
        token: { id, prev, next },
        text: page.text,
        tokenCount,
        headingPath: path,
        jsonLd: pageJsonLd({ token: { id, prev, next }, name: names[index]!, ...about }),
        // A page over the limit without the mark is a fault of the page, `PAGE_TOO_LARGE`.
        isOversize: manifest.chunks[index]!.oversize === true && tokenCount > maxTokens,
      };
    }),
    source: name,
    sourceSha256: sha256(text),
    maxTokens,
    tokenizer,
    dialect,
    html,
    sha256,
  });
}

/** The units of each page; `undefined` when a page starts inside a block. */
function planOf({ units, bodyOffset }: PageSource, pages: readonly ReadPage[]) {
  const unitAt = new Map(units.map(({ startOffset }, unit) => [startOffset, unit]));
  const firstUnits: number[] = [];
  let offset = bodyOffset;
  for (const { reading } of pages) {
    const unit = unitAt.get(offset);
    if (unit === undefined) return undefined;
    firstUnits.push(unit);
    offset += reading.body.length;
  }
  return firstUnits.map((firstUnit, page) => ({ firstUnit, endUnit: firstUnits[page + 1] ?? units.length }));
}

/** The leaves of a value by their paths, such as `chunks[1].ct.next`, as JSON. */
function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, JSON.stringify(value)]]);
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  const isList = Array.isArray(value);
  const fields = new Map(isList && entries.length === 0 ? [[path, '[]']] : []);
  for (const [key, child] of entries) {
    const below = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    for (const [field, json] of fieldsOf(child, below)) fields.set(field, json);
  }
  return fields;
}
