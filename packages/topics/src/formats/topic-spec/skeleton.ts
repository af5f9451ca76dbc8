import { oneLine } from '@topicmill/text/white-space';
import { folderOf } from '../file-names.js';
import { formatTable } from '../table.js';
import { titleOfId } from '../title-of-id.js';
import { SECTION_NAMES } from './section-mark.js';
import { joinTopicSpec, splitTopicSpec, type TopicSpecParts } from './spec-parts.js';

/** What a topic-spec.md that nobody has written yet starts from. */
export interface TopicDescription {
  /** Path of the topic's folder below the docs root. */
  readonly id: string;
  readonly title: string;
  /** Plain text on one line; empty when the reference has no paragraph. */
  readonly description: string;
}

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export type Sha256Hex = (text: string) => string;

const MARKER = /^<!-- topicmill:made ([0-9a-f]{16}) -->\r?\n(?:\r?\n)?/;
const PLACEHOLDERS = { keywords: '\0keywords\n', chunks: '\0chunks\n' };
/** What the hash of a generated file covers after its text. */
const HASHED_SECTIONS = '\n## Keywords\n\n## Chunks\n';
const HASH_LENGTH = 16;

/**
 * The text of a new topic-spec.md without the tool's sections: title, description and a metadata table to fill in. Its
 * first line is a comment with the hash of the rest, by which `isUnedited` knows that nobody has changed it.
 */
export function formatSkeleton(topic: TopicDescription, sha256Hex: Sha256Hex): string {
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
  return `<!-- topicmill:made ${hashOf(text, sha256Hex)} -->\n\n${text}`;
}

/** The hash that `formatSkeleton` left in a file, whether or not the file has been edited since. */
export function madeHash(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}

/** Whether the tool made all of a topic-spec.md that is not in its own sections. Line ends do not count. */
export function isUnedited(text: string, sha256Hex: Sha256Hex): boolean {
  const marker = MARKER.exec(text);
  if (marker === null) return false;
  // Of the whole text, which others take apart too: its regions are found once.
  const { authored, slots } = splitTopicSpec(text, '');
  const [first, ...others] = authored;
  const isInPlace = slots.every((name, i) => name === SECTION_NAMES[i]) && others.every((part) => part.trim() === '');
  return isInPlace && marker[1] === hashOf(first!.slice(marker[0].length), sha256Hex);
}

/**
 * What people wrote, as a text to be hashed: it is the same before and after the tool writes its sections, whatever it
 * writes there, and differs as soon as a person changes, adds or moves anything else.
 *
 * @param text of topic-spec.md; empty when there is none
 * @returns the empty string when nobody has written anything: no file, a blank one, or one that `isUnedited`
 */
export function authoredDigestInput(text: string, sha256Hex: Sha256Hex): string {
  if (isUnedited(text, sha256Hex)) return '';
  const parts = splitTopicSpec(text, '');
  return hasNothingAuthored(parts) ? '' : joinTopicSpec(parts, PLACEHOLDERS);
}

/** Whether a topic-spec.md contains nothing but sections of the tool. */
export function isBlank(text: string): boolean {
  return text === '' || hasNothingAuthored(splitTopicSpec(text, ''));
}

function hasNothingAuthored({ authored }: TopicSpecParts): boolean {
  return authored.every((part) => part.trim() === '');
}

/** Of the text of a generated file after its marker. Blank lines at its end do not count. */
function hashOf(text: string, sha256Hex: Sha256Hex): string {
  const body = text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n*$/, '\n');
  return sha256Hex(body + HASHED_SECTIONS).slice(0, HASH_LENGTH);
}

/** Keeps a paragraph from being read as a heading, list, fence, table or HTML. */
function escapeBlockStart(paragraph: string): string {
  return paragraph.replace(/^(\d+)(?=[.)])/, '$1\\').replace(/^(?=[#>\-+*`~<|=_[:])/, '\\');
}
