import type { Diagnostic, DiagnosticCode } from '@topicmill/base/diagnostics';
import { dialectOf } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import { type ContinuityToken, pageJsonLd } from './continuity-token.js';
import { type PageSource, readPageSource } from './document-units.js';
import { pageNames, type Sha256, setHash } from './page-ids.js';
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
    return [
      manifestFault('PAGES_DIFFER', 'The pages do not start between blocks of the document that they form.', file),
    ];
  }
  const [actualFields, expectedFields] = [leafFields(manifest), leafFields(expected)];
  return [...new Set([...expectedFields.keys(), ...actualFields.keys()])]
    .filter((field) => actualFields.get(field) !== expectedFields.get(field))
    .map((field) => {
      const [actual, found] = [actualFields.get(field) ?? 'missing', expectedFields.get(field) ?? 'not expected'];
      const message =
        field === 'set'
          ? `set is ${actual}, but the pages, source, n_max, tokenizer and isBasedOn give ${found}.`
          : `${field} is ${actual}, but the pages give ${found}.`;
      return manifestFault('PAGES_MANIFEST_WRONG', message, file);
    });
}

function manifestFault(code: 'PAGES_DIFFER' | 'PAGES_MANIFEST_WRONG', message: string, file: string): Diagnostic {
  return { severity: 'error', code, message, file, remedy: 'Split the document again.' };
}

/** The manifest that the pages give; `undefined` when they are not cut between blocks. */
function expectedManifest({ manifest, pages, html, counter, sha256 }: ManifestComparison): PagesManifest | undefined {
  const { source: name, n_max: maxTokens, tokenizer, dialect } = manifest;
  const text = joinPages(pages.map(({ reading }) => reading));
  const source = readPageSource(text, name, NO_TOKENS, dialect === undefined ? undefined : dialectOf(dialect, name));
  const plan = unitsByPage(source, pages);
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
function unitsByPage({ units, bodyOffset }: PageSource, pages: readonly ReadPage[]) {
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
function leafFields(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, JSON.stringify(value)]]);
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  const isList = Array.isArray(value);
  const fields = new Map(isList && entries.length === 0 ? [[path, '[]']] : []);
  for (const [key, child] of entries) {
    const below = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    for (const [field, json] of leafFields(child, below)) fields.set(field, json);
  }
  return fields;
}

type GraphCode = Extract<DiagnosticCode, `CT_${string}`>;

const REMEDY = 'Split the document again, and publish the set as a whole.';

/**
 * The faults of a graph of continuity tokens: duplicate ids, edges to missing pages, edges without an edge back, cycles,
 * several heads, pages not reachable from the head. Empty for a chain from one head to one end.
 *
 * @param file path of the manifest, for the diagnostics
 */
export function verifyGraph(tokens: readonly ContinuityToken[], file: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (code: GraphCode, message: string) =>
    found.push({ severity: 'error', code, message, file, remedy: REMEDY });
  const byId = new Map<string, ContinuityToken>();
  for (const token of tokens) {
    if (byId.has(token.id)) report('CT_DUPLICATE', `The id ${token.id} is used twice.`);
    else byId.set(token.id, token);
  }
  for (const token of byId.values()) {
    for (const [edge, back] of [
      ['prev', 'next'],
      ['next', 'prev'],
    ] as const) {
      const target = token[edge];
      if (target === null) continue;
      const there = byId.get(target);
      if (there === undefined) report('CT_DANGLING', `${edge} of ${token.id} names ${target}, which does not exist.`);
      else if (there[back] !== token.id) {
        const written = there[back] ?? 'no page';
        report('CT_ONE_WAY', `${edge} of ${token.id} names ${target}, whose ${back} names ${written}.`);
      }
    }
  }
  const heads = [...byId.values()].filter(({ prev }) => prev === null);
  if (heads.length > 1) {
    report('CT_TWO_HEADS', `Several pages have no previous page: ${heads.map(({ id }) => id).join(', ')}.`);
  }
  const inCircle = cycleClosingEdges(byId);
  for (const [from, to] of inCircle) report('CT_CIRCULAR', `next of ${from} leads back to ${to}.`);
  const reached = reachedFrom(heads[0], byId);
  for (const { id } of byId.values()) {
    if (!reached.has(id)) report('CT_UNREACHABLE', `${id} cannot be reached from ${heads[0]?.id ?? 'any first page'}.`);
  }
  return found;
}

/** The `next` edge that closes each cycle. */
function cycleClosingEdges(byId: ReadonlyMap<string, ContinuityToken>): [from: string, to: string][] {
  const walkOf = new Map<string, string>();
  const found: [string, string][] = [];
  for (const start of byId.keys()) {
    for (let at: string | null = start, before = start; at !== null && byId.has(at); ) {
      const walk = walkOf.get(at);
      if (walk !== undefined) {
        if (walk === start) found.push([before, at]);
        break;
      }
      walkOf.set(at, start);
      before = at;
      at = byId.get(at)!.next;
    }
  }
  return found;
}

function reachedFrom(head: ContinuityToken | undefined, byId: ReadonlyMap<string, ContinuityToken>): Set<string> {
  const reached = new Set<string>();
  for (let at = head; at !== undefined && !reached.has(at.id); ) {
    reached.add(at.id);
    at = at.next === null ? undefined : byId.get(at.next);
  }
  return reached;
}
