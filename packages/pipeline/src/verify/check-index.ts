import type { Diagnostic } from '@topicmill/base/diagnostics';
import { decodeIfValid } from '@topicmill/base/paths';
import { lineNumberAt } from '@topicmill/text/markdown';
import {
  buildTopicIndex,
  formatIndexJson,
  readIndexJson,
  type TopicIndex,
  type TopicIndexInput,
  type TopicSpec,
} from '@topicmill/topics/formats';
import { chunkPlace } from '@topicmill/topics/formats/chunk-pack';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import type { DocsNames } from '../steps/index.js';
import { type FolderSnapshot, fault, firstDifferentLine } from './folder-snapshot.js';

/** What an index is compared with. */
export interface IndexCheck {
  readonly snapshot: FolderSnapshot;
  /** `undefined` for a folder without a sound topic-spec.md. */
  readonly spec: TopicSpec | undefined;
  /** Whether `spec` can be trusted as the source of the index. */
  readonly isSpecSound: boolean;
  readonly stripeRounding: TopicIndexInput['stripeRounding'];
  readonly baseHref: string | undefined;
  /** What the configuration calls the docs, for their root. */
  readonly names: DocsNames | undefined;
  /** The index of a folder directly below; `undefined` when it is missing or unsound. */
  childIndex(id: string): TopicIndex | undefined;
  /** Whether there is a file, by its path below the docs root. */
  fileExists(path: string): boolean;
}

/** `index.json` fits its schema, is what its topic-spec.md and the indexes below make, and all its links point to files. */
export function checkIndex(check: IndexCheck): Diagnostic[] {
  const { snapshot } = check;
  const file = snapshot.displayPath(INDEX_FILE);
  const text = snapshot.read(INDEX_FILE)?.text;
  if (text === undefined) return [fault('OUTPUT_MISSING', 'The folder has no index.json.', file)];
  const index = readIndexJson(text, file);
  return [...differences(text, check), ...brokenLinks(index, text, check)];
}

function differences(text: string, check: IndexCheck): Diagnostic[] {
  const { snapshot, spec } = check;
  const { id, childIds } = snapshot.folder;
  const children = childIds.map((childId) => check.childIndex(childId));
  if (!check.isSpecSound || children.some((child) => child === undefined)) return [];
  const expected = formatIndexJson(
    buildTopicIndex({
      id,
      spec,
      children: children.map((child) => child!),
      stripeRounding: check.stripeRounding,
      baseHref: check.baseHref,
      page: snapshot.folder.page ?? snapshot.folder.category,
      ...check.names,
    }),
  );
  if (text === expected) return [];
  const message = 'It does not match topic-spec.md and the indexes below it.';
  const line = firstDifferentLine(text, expected);
  return [fault('OUTPUT_OUTDATED', message, snapshot.displayPath(INDEX_FILE), { line })];
}

function brokenLinks(index: TopicIndex, text: string, check: IndexCheck): Diagnostic[] {
  const hrefs = [
    ...Object.values(index._links),
    ...index._embedded.topics.flatMap((topic) => Object.values(topic._links)),
    ...(index._embedded.chunks?.['golden-reference'].items ?? []),
  ].flatMap((link) => (link === undefined ? [] : [link.href]));
  return [...new Set(hrefs)]
    .filter((href) => {
      const path = pathOfHref(href, check.snapshot.folder.id, check.baseHref);
      return path === undefined || !check.fileExists(chunkPlace(path).file);
    })
    .map((href) => {
      const line = lineNumberAt(text, text.indexOf(JSON.stringify(href)));
      const file = check.snapshot.displayPath(INDEX_FILE);
      return fault('LINK_BROKEN', `The link ${href} points to no file.`, file, { line });
    });
}

/** Path below the docs root that a link points to; `undefined` when it leads out of it. */
function pathOfHref(href: string, folderId: string, baseHref: string | undefined): string | undefined {
  const base = baseHref?.replace(/(?<!\/)\/*$/, '/');
  if (base !== undefined && !href.startsWith(base)) return undefined;
  const path = base !== undefined || folderId === '' ? [] : folderId.split('/');
  for (const segment of href.slice(base?.length ?? 0).split('/')) {
    const name = decodeIfValid(segment);
    if (segment === '..') {
      if (path.pop() === undefined) return undefined;
    } else if (name === '..' || name.includes('/')) return undefined;
    else path.push(name);
  }
  return path.join('/');
}
