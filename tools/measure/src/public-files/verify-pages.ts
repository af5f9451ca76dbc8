import { sha256Hex } from '@topicmill/base/files';
import {
  compareManifest,
  joinPages,
  type PageSet,
  pagesManifest,
  readPage,
  splitDocument,
  verifyGraph,
} from '@topicmill/pages/pagination';
import { dialectOf } from '@topicmill/text/markdown';
import type { TokenCounter } from '@topicmill/text/tokens';
import type { PublicDocument } from './public-documents.js';
import type { Verified } from './verify-chunks.js';

const MAX_TOKENS = 1000;
const NO_HTML: ReadonlyMap<string, string> = new Map();

/** Pages: within the limit, linked in both directions, joined the document, and every field of the manifest as they give it. */
export async function verifyPages({ path, text }: PublicDocument, counter: TokenCounter): Promise<Verified> {
  const set = await splitDocument({
    text,
    file: path,
    baseUrl: 'https://example.com',
    limits: { maxTokens: MAX_TOKENS, overlapTokens: 0, allowsOversize: true },
    counter,
    sha256: sha256Hex,
    dialect: dialectOf('none', path),
  });
  const { pages, diagnostics } = set;
  const tokens = pages.map(({ token }) => token);
  const violations = [...diagnostics, ...verifyGraph(tokens, path)].map(({ message }) => message);
  pages.forEach(({ text: page, tokenCount, isOversize }, i) => {
    if (counter.count(page) !== tokenCount) violations.push(`page ${i}: its token count is wrong`);
    if (tokenCount > MAX_TOKENS && !isOversize) violations.push(`page ${i}: over the maximum`);
  });
  violations.push(...readViolations(set, text, counter));
  return { chunkCount: pages.length, violations };
}

/** What is wrong with the pages when they are read from their files again. */
function readViolations(set: PageSet, text: string, counter: TokenCounter): string[] {
  const read = set.pages.flatMap(({ text: page }) => {
    const reading = readPage(page);
    return reading === undefined ? [] : [{ text: page, reading }];
  });
  if (read.length < set.pages.length) return ['a page cannot be read again'];
  const manifest = pagesManifest({ ...set, sourceSha256: sha256Hex(text), html: NO_HTML, sha256: sha256Hex });
  const faults = compareManifest({
    manifest,
    pages: read,
    html: NO_HTML,
    counter,
    sha256: sha256Hex,
    file: set.source,
  });
  const isWhole = joinPages(read.map(({ reading }) => reading)) === text;
  return [...faults.map(({ message }) => message), ...(isWhole ? [] : ['the pages joined are not the document'])];
}
