import { findSections } from './topic-spec/generated-sections.js';

/*
 * Whether a text was written by Topicmill, in any version, and even if it has been damaged or contains the markers of a
 * merge conflict since. A reader of the format would refuse such a text.
 */

/** Whether a text is an index.json of Topicmill. */
export function isOwnIndex(text: string): boolean {
  return ['"id"', '"_links"', '"depth_below"', '"topic_count"'].every((key) => text.includes(`${key}:`));
}

/** Whether a text is a related.json of Topicmill. */
export function isOwnRelated(text: string): boolean {
  return (
    text.includes('"topics":') && (text.includes('"related":') || /^\s*\{\s*"topics":\s*\[\s*\]\s*\}\s*$/.test(text))
  );
}

/** Whether a text is a terms.md, a words.md or an authority.md of Topicmill. */
export function isOwnKeywordFile(text: string): boolean {
  return /\bTopicmill\s+writes\s+this\s+file\./.test(text);
}

/** Whether a text is a chunks manifest of Topicmill. */
export function isOwnManifest(text: string): boolean {
  return ['"strategy"', '"source"', '"source_sha256"', '"chunks"'].every((key) => text.includes(`${key}:`));
}

/** Whether a chunks manifest of Topicmill names a chunk file, of a page by how many chunks there are. */
export function manifestNames(manifest: string, file: string): boolean {
  if (!isOwnManifest(manifest)) return false;
  if (manifest.includes(`"file": ${JSON.stringify(file)}`)) return true;
  const [, index] = /-(\d+)\.md$/.exec(file) ?? [];
  return manifest.includes('"page":') && Number(index) < manifest.split('"tokens_cl100k":').length - 1;
}

/** Whether a manifest of Topicmill, or an index.json, was made from a document of this name. */
export function namesSource(text: string, name: string): boolean {
  if (isOwnManifest(text)) return text.includes(`"source": ${JSON.stringify(name)}`);
  const quoted = JSON.stringify(name).slice(1);
  return (
    isOwnIndex(text) && [quoted, encodeURI(quoted)].some((end) => text.includes(`"${end}`) || text.includes(`/${end}`))
  );
}

/** Whether Topicmill writes a part of a topic-spec.md. */
export function hasOwnSections(text: string): boolean {
  return findSections(text).length > 0;
}

/** Id of the folder that an index.json of Topicmill was made for; `undefined` for any other text. */
export function idOfOwnIndex(text: string): string | undefined {
  if (!isOwnIndex(text)) return undefined;
  const [, id] = /"id":\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  try {
    return id === undefined ? undefined : (JSON.parse(id) as string);
  } catch {
    return undefined;
  }
}
