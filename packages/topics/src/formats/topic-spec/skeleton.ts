import { fnv1a32 } from '@topicmill/text/hashes';
import { oneLine } from '@topicmill/text/white-space';
import { folderOf } from '../file-names.js';
import { formatTable } from '../table.js';
import { titleOfId } from '../topic-href.js';
import { joinTopicSpec, SECTION_NAMES, splitTopicSpec, type TopicSpecParts } from './generated-sections.js';

/** What a topic-spec.md that nobody has written yet starts from. */
export interface TopicDescription {
  /** Path of the topic's folder below the docs root. */
  readonly id: string;
  readonly title: string;
  /** Plain text on one line; empty when the reference has no paragraph. */
  readonly description: string;
}

const MADE = /^<!-- topicmill:made ([0-9a-f]{24}) -->\r?\n(?:\r?\n)?/;
const HASH_LENGTH = 8;
/** A generated text by what varies in it: title, place and description. */
const SKELETON =
  /^(# [^\n]*)\n\n(?:([^\n]+)\n\n)?## Metadata\n\n\| Property \| Value \|\n\| --- \| --- \|\n(\| Name \|[^\n]*)\n(\| ID \|[^\n]*\n\| Category \|[^\n]*)\n(\| Description \|[^\n]*)\n\| Complexity \| {2}\|\n\| Audience \| {2}\|\n\| Priority \| {2}\|\n\| Version \| {2}\|\n\| Year \| {2}\|\n*$/;
const PLACEHOLDERS = { keywords: '\0keywords\n', chunks: '\0chunks\n' };

/**
 * The text of a new topic-spec.md without the generated sections: title, description and a metadata table to fill in. Its
 * first line is a comment with the hashes of its values, by which `isUnedited` knows that nobody has changed them.
 */
export function formatSkeleton(topic: TopicDescription): string {
  const rows = [
    ['Name', topic.title],
    ['ID', topic.id],
    ['Category', topic.id.includes('/') ? titleOfId(folderOf(topic.id)) : ''],
    ['Description', topic.description],
    ...['Complexity', 'Audience', 'Priority', 'Version', 'Year'].map((property) => [property, '']),
  ];
  const paragraph = topic.description === '' ? '' : `${escapeBlockStart(oneLine(topic.description))}\n\n`;
  const table = formatTable(['Property', 'Value'], rows);
  const text = `# ${oneLine(topic.title)}\n\n${paragraph}## Metadata\n\n${table}`;
  return `<!-- topicmill:made ${valueHashes(text)!.join('')} -->\n\n${text}`;
}

/** Hashes of title, place and description; `undefined` for a text of a different form from `formatSkeleton` gives. */
function valueHashes(text: string): readonly string[] | undefined {
  const found = SKELETON.exec(text.replace(/\r\n?/g, '\n'));
  if (found === null) return undefined;
  const [, heading, paragraph, name, place, description] = found;
  return [`${heading}\n${name}`, place!, `${paragraph ?? ''}\n${description}`].map((value) =>
    fnv1a32(value).toString(16).padStart(HASH_LENGTH, '0'),
  );
}

/** The hashes that `formatSkeleton` left in a file, whether or not the file has been edited since. */
export function madeHashes(text: string): readonly string[] | undefined {
  const [, hashes] = MADE.exec(text) ?? [];
  return hashes?.match(/.{8}/g) ?? undefined;
}

/**
 * Whether everything in a topic-spec.md outside of the generated sections was generated. Line ends do not count.
 *
 * @param merged hashes that a branch which was merged into the file had
 */
export function isUnedited(text: string, ...merged: readonly (readonly string[])[]): boolean {
  const made = madeHashes(text);
  if (made === undefined) return false;
  // Of the whole text, which others take apart too: its sections are found once.
  const { authored, slots } = splitTopicSpec(text, '');
  const [first, ...others] = authored;
  const isInPlace = slots.every((name, i) => name === SECTION_NAMES[i]) && others.every((part) => part.trim() === '');
  const values = isInPlace ? valueHashes(first!.replace(MADE, '')) : undefined;
  return values?.every((value, i) => [made, ...merged].some((hashes) => hashes[i] === value)) === true;
}

/** A text with the hashes of another one in its first line, if both have such a line. */
export function withHashLineFrom(text: string, other: string): string {
  const line = MADE.exec(other)?.[0];
  return line === undefined ? text : text.replace(MADE, () => line);
}

/** An unedited text that was merged of two, with the hashes of the values that it has. */
export function withOwnHashes(text: string): string {
  const values = valueHashes(splitTopicSpec(text, '').authored[0]!.replace(MADE, ''));
  return values === undefined ? text : text.replace(/[0-9a-f]{24}/, () => values.join(''));
}

/**
 * What people wrote, as a text to be hashed: it is the same before and after the generated sections are written, whatever
 * they contain, and differs as soon as a person changes, adds or moves anything else.
 *
 * @param text of topic-spec.md without conflicts in its generated parts; empty when there is none
 * @returns the empty string when nobody has written anything: no file, a blank one, or one that `isUnedited`
 */
export function digestInput(text: string): string {
  if (text === '' || isUnedited(text)) return '';
  const parts = splitTopicSpec(text, '');
  return hasNothingAuthored(parts) ? '' : joinTopicSpec(parts, PLACEHOLDERS);
}

/** Whether a topic-spec.md contains nothing but generated sections. */
export function isBlank(text: string): boolean {
  return text === '' || hasNothingAuthored(splitTopicSpec(text, ''));
}

function hasNothingAuthored({ authored }: TopicSpecParts): boolean {
  return authored.every((part) => part.trim() === '');
}

/** Keeps a paragraph from being read as a heading, list, fence, table or HTML. */
function escapeBlockStart(paragraph: string): string {
  return paragraph.replace(/^(\d+)(?=[.)])/, '$1\\').replace(/^(?=[#>\-+*`~<|=_[:])/, '\\');
}
