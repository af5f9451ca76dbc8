import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import { readPageFrontMatter, rewriteLinks, splitFrontMatter } from '@topicmill/text/markdown';
import { titleOfId } from '@topicmill/topics/formats';
import { folderOf, LLMS_FILE, LLMS_FULL_FILE } from '@topicmill/topics/formats/file-names';
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

/**
 * For language models: `llms.txt`, a list of all references with what each is about, by category; and `llms-full.txt`,
 * all references one after the other. The format of the first is that of llmstxt.org.
 */
export function exportLlms(docs: ExportedDocs, hrefOf: HrefOf): ExportFile[] {
  return [
    {
      name: LLMS_FILE,
      *pieces() {
        yield* listPieces(docs, hrefOf);
      },
    },
    {
      name: LLMS_FULL_FILE,
      *pieces() {
        yield opening(docs);
        for (const topic of docs.topics) yield fullText(topic, hrefOf);
      },
    },
  ];
}

function* listPieces(docs: ExportedDocs, hrefOf: HrefOf): Generator<string> {
  yield opening(docs);
  for (const [category, topics] of byCategory(docs.topics)) {
    yield `\n## ${category === '' ? 'Topics' : (docs.categoryTitles?.get(category) ?? titleOfId(category))}\n\n`;
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
  const categories = new Map<string, ExportedTopic[]>();
  const isPages = topics.some(({ url }) => url !== undefined);
  const above = new Set(topics.flatMap(({ id }) => (id.includes('/') ? [firstSegment(id)] : [])));
  const ordered = isPages ? topics : [...topics].sort((a, b) => depthOrder(a) - depthOrder(b));
  for (const topic of ordered) {
    const segment = firstSegment(topic.id);
    // The page of a folder opens the list of those in it.
    const category = topic.id.includes('/') || (isPages && above.has(segment)) ? segment : '';
    const known = categories.get(category);
    if (known === undefined) categories.set(category, [topic]);
    else known.push(topic);
  }
  return categories;
}

function firstSegment(id: string): string {
  return id.includes('/') ? id.slice(0, id.indexOf('/')) : id;
}

function depthOrder({ id }: ExportedTopic): number {
  return id.includes('/') ? 1 : 0;
}

function fullText({ referencePath, text, url, links }: ExportedTopic, hrefOf: HrefOf): string {
  const { bodyOffset } = links === undefined ? splitFrontMatter(text) : readPageFrontMatter(text, referencePath);
  const body = text.slice(bodyOffset).replace(/\r\n?/g, '\n').trim();
  const href = url ?? hrefOf(referencePath);
  const rebased =
    links === undefined ? rebaseLinks(body, referencePath, hrefOf) : rewriteLinks(body, (href) => links.get(href));
  return `\n---\n\nSource: ${link(referencePath, href)}\n\n${rebased}\n`;
}

function link(text: string, href: string): string {
  return `[${text.replace(/[[\]\\]/g, '\\$&')}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
