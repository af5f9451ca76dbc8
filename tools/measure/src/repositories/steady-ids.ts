import { join } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import type { ChunkingStrategy } from '@topicmill/chunking';
import { chunkSource, type PublishedPage, strategyOf } from '@topicmill/pipeline/chunk-files';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import type { Folder } from '@topicmill/pipeline/runner';
import { generatorOf } from '@topicmill/pipeline/sites';
import { pageDialect, pageHeadings } from '@topicmill/pipeline/sources';
import { publishedPage } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { Random } from '@topicmill/test-support/generate';
import { LEAST_SECTIONS, pageEdits, pageText, type SectionedPage } from '@topicmill/test-support/sections';
import { readPageFrontMatter } from '@topicmill/text/markdown';
import { sectionedPage, textsByAnchor, type WholeSection, wholeSections } from './edited-sections.js';

/** How chunk ids of sections fare that an edit elsewhere in their page leaves as they are. */
export interface SteadyIds {
  readonly pageCount: number;
  readonly kinds: ReadonlySet<string>;
  readonly editCount: number;
  /** Untouched sections that have ids, over all edits. */
  readonly sectionCount: number;
  /** Those whose ids changed: page, kind of edit and anchor. */
  readonly changed: readonly string[];
}

/**
 * Edits pages of a repository in memory, in every way that `pageEdits` has.
 *
 * @param copy root of a repository with a `topicmill.yaml`
 * @param count how many pages are drawn from those with enough sections
 */
export async function steadyIds(copy: string, count: number, seed: number): Promise<SteadyIds> {
  const { tree, config } = openWorkspace(copy, { env: {} });
  const strategy = await strategyOf(config);
  const topics = [...tree.values()].filter(({ isTopic }) => isTopic);
  const pages: EditablePage[] = [];
  for (const folder of new Random(seed).shuffled(topics)) {
    if (pages.length === count) break;
    const page = editablePage(copy, config, folder, strategy);
    if (page !== undefined) pages.push(page);
  }
  const kinds = new Set<string>();
  const changed: string[] = [];
  let [editCount, sectionCount] = [0, 0];
  for (const { path, sectioned, idsIn, textsIn } of pages) {
    const before = pageText(sectioned);
    const [ids, texts] = [await idsIn(before), textsIn(before)];
    for (const [kind, after] of pageEdits(sectioned)) {
      kinds.add(kind);
      editCount += 1;
      const [idsAfter, textsAfter] = [await idsIn(after), textsIn(after)];
      const untouched = [...ids.keys()].filter(
        (anchor) => texts.has(anchor) && texts.get(anchor) === textsAfter.get(anchor),
      );
      sectionCount += untouched.length;
      const others = untouched.filter((anchor) => idsAfter.get(anchor) !== ids.get(anchor));
      changed.push(...others.map((anchor) => `${path}: ${kind}: #${anchor}`));
    }
  }
  return { pageCount: pages.length, kinds, editCount, sectionCount, changed };
}

interface EditablePage {
  readonly path: string;
  readonly sectioned: SectionedPage;
  /** The ids of the chunks below each anchor of a text of the page, in order. */
  idsIn(text: string): Promise<ReadonlyMap<string, string>>;
  /** The section of each anchor of a text of the page, without what differs between editors. */
  textsIn(text: string): ReadonlyMap<string, string>;
}

/** A page with sections enough to be edited. */
function editablePage(
  copy: string,
  config: TopicmillConfig,
  folder: Folder,
  strategy: ChunkingStrategy,
): EditablePage | undefined {
  const published = publishedPage(config, folder, () => undefined);
  if (published === undefined) return undefined;
  const { page } = published;
  const file = readDocument(join(copy, page.path), page.path).text.replaceAll('\r\n', '\n');
  const { bodyOffset } = readPageFrontMatter(file, page.path);
  const sectioned = sectionedPage(file, bodyOffset, sectionsOf(file, published));
  if (sectioned.sections.length < LEAST_SECTIONS) return undefined;
  return {
    path: page.path,
    sectioned,
    async idsIn(text) {
      const names = { sourceName: 'page.md', displayPath: page.path };
      const { manifest } = await chunkSource({ text, bytes: Buffer.from(text) }, strategy, { ...names, published });
      return idsByAnchor(manifest.chunks.map(({ id }) => id!));
    },
    textsIn: (text) => textsByAnchor(sectionsOf(text, published)),
  };
}

function sectionsOf(text: string, { page, site }: PublishedPage): WholeSection[] {
  const { bodyOffset, values } = readPageFrontMatter(text, page.path);
  const { dialect } = pageDialect(page, page.path);
  return wholeSections(
    text,
    pageHeadings(text, { bodyOffset, frontMatter: values, dialect }, generatorOf(site).anchors(site)),
  );
}

function idsByAnchor(ids: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const id of ids) {
    const anchor = /#([^~]*)/.exec(id)?.[1];
    if (anchor !== undefined) found.set(anchor, `${found.get(anchor) ?? ''} ${id}`);
  }
  return found;
}
