import { counted } from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import { sum } from '@topicmill/base/sums';
import { renderedMarkdown } from '@topicmill/search/retrieval';
import { readPageFrontMatter, rewriteLinks, splitFrontMatter } from '@topicmill/text/markdown';
import { titleOfId } from '@topicmill/topics/formats';
import { folderOf, LLMS_FILE, LLMS_FULL_FILE, llmsSectionFile } from '@topicmill/topics/formats/file-names';
import type { ExportedDocs, ExportedTopic, ExportFile, HrefOf } from './export-record.js';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * Markdown with the relative links of a file turned so that they point to the same places from elsewhere. Code, links
 * with a scheme, and links from the root of a server stay as they are; a link within the file points to the file.
 *
 * @param path of the file below the docs root
 * @param hrefOf where a file of the docs root is found; paths that lead out of the docs root stay as they are
 */
export function rebaseLinks(text: string, path: string, hrefOf: HrefOf): string {
  return rewriteLinks(text, (destination) => rebase(destination, path, hrefOf));
}

function rebase(destination: string, path: string, hrefOf: HrefOf): string | undefined {
  if (destination.startsWith('/') || SCHEME.test(destination)) return undefined;
  const [, target, rest] = /^([^?#]*)(.*)/s.exec(destination)!;
  const found = target === '' ? path : resolvePath(folderOf(path), decodeIfValid(target!));
  return found === undefined
    ? undefined
    : `${hrefOf(found !== '' && target!.endsWith('/') ? `${found}/` : found)}${rest}`;
}

/** Bytes beyond which all references are divided by category. */
const MAX_FULL_BYTES = 1_000_000;

/**
 * For language models: `llms.txt`, a list of all references with what each is about, by category; and `llms-full.txt`,
 * all references one after the other, pages as their readers see them. The format of the first is that of llmstxt.org. Above
 * a megabyte the second lists the categories, each of which has a file of its own.
 */
export function exportLlms(docs: ExportedDocs, hrefOf: HrefOf): ExportFile[] {
  return [
    {
      name: LLMS_FILE,
      *pieces() {
        yield* listPieces(docs, hrefOf);
      },
    },
    ...fullFiles(docs, hrefOf),
  ];
}

function fullFiles(docs: ExportedDocs, hrefOf: HrefOf): ExportFile[] {
  const texts = new Map(docs.topics.map((topic) => [topic, fullText(topic, hrefOf)]));
  const fileOf = (name: string, topics: Iterable<ExportedTopic>): ExportFile => ({
    name,
    *pieces() {
      yield opening(docs);
      for (const topic of topics) yield texts.get(topic)!;
    },
  });
  const byteCount = sum([...texts.values()].map((text) => Buffer.byteLength(text)));
  const categories = [...byCategory(docs.topics)];
  if (byteCount <= MAX_FULL_BYTES || categories.length < 2) return [fileOf(LLMS_FULL_FILE, docs.topics)];
  const names = categories.map(([category]) => llmsSectionFile(category));
  const list = categories.map(
    ([category, topics], at) =>
      `- ${link(categoryTitle(docs, category), names[at]!)}: ${counted(topics.length, 'page')}\n`,
  );
  return [
    { name: LLMS_FULL_FILE, pieces: () => [opening(docs), '\n', ...list] },
    ...categories.map(([, topics], at) => fileOf(names[at]!, topics)),
  ];
}

function categoryTitle({ categoryTitles }: ExportedDocs, category: string): string {
  return category === '' ? 'Topics' : (categoryTitles?.get(category) ?? titleOfId(category));
}

function* listPieces(docs: ExportedDocs, hrefOf: HrefOf): Generator<string> {
  yield opening(docs);
  for (const [category, topics] of byCategory(docs.topics)) {
    yield `\n## ${categoryTitle(docs, category)}\n\n`;
    for (const { title, description, referencePath, url } of topics) {
      yield `- ${link(title, url ?? hrefOf(referencePath))}${description === undefined ? '' : `: ${description}`}\n`;
    }
  }
  const asked = docs.topics.filter(({ questionsPath }) => questionsPath !== undefined);
  if (asked.length === 0) return;
  yield '\n## Optional\n\n';
  for (const { title, questionsPath } of asked) {
    yield `- ${link(`${title}: questions and answers`, hrefOf(questionsPath!))}\n`;
  }
}

function opening({ title, description }: ExportedDocs): string {
  return `# ${title}\n${description === undefined ? '' : `\n> ${description}\n`}`;
}

/** Topics by the first segment of their ids: pages in the order of their site, folders without a category first. */
function byCategory(topics: readonly ExportedTopic[]): Map<string, ExportedTopic[]> {
  const isPages = topics.some(({ url }) => url !== undefined);
  const above = new Set(topics.flatMap(({ id }) => (id.includes('/') ? [firstSegment(id)] : [])));
  const ordered = isPages ? topics : [...topics].sort((a, b) => depthOrder(a) - depthOrder(b));
  return groupBy(ordered, ({ id }) => {
    const segment = firstSegment(id);
    // The page of a folder opens the list of those in it.
    return id.includes('/') || (isPages && above.has(segment)) ? segment : '';
  });
}

function firstSegment(id: string): string {
  return id.includes('/') ? id.slice(0, id.indexOf('/')) : id;
}

function depthOrder({ id }: ExportedTopic): number {
  return id.includes('/') ? 1 : 0;
}

function fullText(topic: ExportedTopic, hrefOf: HrefOf): string {
  const { referencePath, url, links } = topic;
  const body = links === undefined ? referenceText(topic, hrefOf) : pageText(topic, links);
  return `\n---\n\nSource: ${link(referencePath, url ?? hrefOf(referencePath))}\n\n${body}\n`;
}

function referenceText({ referencePath, text }: ExportedTopic, hrefOf: HrefOf): string {
  return rebaseLinks(withoutCarriageReturns(text.slice(splitFrontMatter(text).bodyOffset)), referencePath, hrefOf);
}

/** A page as its readers see it, below its title: without what only its site reads, and with what it includes. */
function pageText({ referencePath, title, text, chunks }: ExportedTopic, links: ReadonlyMap<string, string>): string {
  const bytes = Buffer.from(text);
  const parts = chunks.map((chunk) => ownText(chunk, bytes.toString('utf8', chunk.startByte, chunk.endByte)));
  const body = parts.length > 0 ? parts.join('\n\n') : text.slice(readPageFrontMatter(text, referencePath).bodyOffset);
  const shown = renderedMarkdown(withoutCarriageReturns(body), links).trim();
  return /^#[ \t]/.test(shown) || /^[^\n]+\n=+[ \t]*(?:\n|$)/.test(shown) ? shown : `# ${title}\n\n${shown}`.trimEnd();
}

/** Longer beginnings may go on with what is included. */
const BEGINNING = 30;

/** The text of a chunk file below the headings of its parents, which the chunk's source does not begin with. */
function ownText({ text }: ExportedTopic['chunks'][number], source: string): string {
  const beginning = source
    .trimStart()
    .split(/[\r\n]/, 1)[0]!
    .slice(0, BEGINNING);
  const at = `\n${text}`.indexOf(`\n${beginning}`);
  return text.slice(Math.max(at, 0)).trimEnd();
}

function withoutCarriageReturns(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

function link(text: string, href: string): string {
  return `[${text.replace(/[[\]\\]/g, '\\$&')}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
