import { splitFrontMatter } from '@topicmill/text/markdown';
import { addedLines } from './late-edit.js';
import { withoutInvitation } from './section-mark.js';
import { authoredDigestInput, type Sha256Hex } from './skeleton.js';
import { appendLines, splitTopicSpec } from './spec-parts.js';

/*
 * The topic-spec.md of a page is the tool's alone: it lies among results, which are seldom committed. What people write of
 * a page is in a file of its own, its note, which is the text that the tool adds its sections to.
 */

const MARK = /^<!-- topicmill:page ([0-9a-f]{16})\. .* -->[ \t]*(?:\r\n|\n|\r|$)/;
const HASH_LENGTH = 16;
/** Heading of lines that cannot be put where their author wrote them. */
const MOVED_TITLE = 'Moved from topic-spec.md';

/**
 * The topic-spec.md of a page. Its first line says that it is generated and where people write; it has a hash of what is
 * theirs in the file, by which `pageSpecEdit` knows that nobody has edited it.
 *
 * @param text of the note, with the tool's sections
 * @param notePath path of the note, for people
 */
export function markPageSpec(text: string, notePath: string, sha256Hex: Sha256Hex): string {
  const { bodyOffset } = splitFrontMatter(text);
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const place = `What you write of the page belongs in its front matter, or in ${notePath}.`;
  const mark = `<!-- topicmill:page ${authoredHash(text, sha256Hex)}. Topicmill writes this file: do not edit it. ${place} -->`;
  return withoutInvitation(`${text.slice(0, bodyOffset)}${mark}${lineEnd}${text.slice(bodyOffset)}`);
}

/** Whether a topic-spec.md is that of a page. */
export function isPageSpec(spec: string): boolean {
  return MARK.test(spec.slice(splitFrontMatter(spec).bodyOffset));
}

/** What people wrote into the topic-spec.md of a page, which is no place for it. */
export interface PageSpecEdit {
  /** All that is theirs in the file: what it had of the note, with the edit. */
  readonly text: string;
  /** Hash of the note that the file was made from; `undefined` if its mark is gone. */
  readonly madeOf: string | undefined;
}

/** @returns `undefined` if nobody has edited the file; line ends do not count */
export function pageSpecEdit(spec: string, sha256Hex: Sha256Hex): PageSpecEdit | undefined {
  const { bodyOffset } = splitFrontMatter(spec);
  const mark = MARK.exec(spec.slice(bodyOffset));
  const own = mark === null ? spec : spec.slice(0, bodyOffset) + spec.slice(bodyOffset + mark[0].length);
  const hash = authoredHash(own, sha256Hex);
  if (hash === (mark?.[1] ?? authoredHash('', sha256Hex))) return undefined;
  return { text: `${splitTopicSpec(own, '').authored.join('').trimEnd()}\n`, madeOf: mark?.[1] };
}

/** Whether the topic-spec.md of a page was made from a note; both may have been edited since. */
export function isMadeOfNote(spec: string, note: string, sha256Hex: Sha256Hex): boolean {
  const mark = MARK.exec(spec.slice(splitFrontMatter(spec).bodyOffset));
  return mark?.[1] === authoredHash(note, sha256Hex);
}

/**
 * The note of a page with what people wrote into its topic-spec.md. If nobody has changed the note since that was made from
 * it, the edit takes its place; otherwise the lines that it lacks are appended in a section of their own.
 *
 * @param note empty when there is none
 */
export function takeInPageSpecEdit(note: string, { text, madeOf }: PageSpecEdit, sha256Hex: Sha256Hex): string {
  const hash = authoredHash(note, sha256Hex);
  if (hash === authoredHash(text, sha256Hex)) return note;
  if (note.trim() === '' || hash === madeOf) return text;
  const added = addedLines([], text.split(/\r\n|\n|\r/), note.split(/\r\n|\n|\r/));
  return added.every((line) => line.trim() === '') ? note : appendLines(note, MOVED_TITLE, added);
}

function authoredHash(text: string, sha256Hex: Sha256Hex): string {
  const authored = authoredDigestInput(text, sha256Hex);
  return sha256Hex(authored.replace(/\r\n?/g, '\n').trimEnd()).slice(0, HASH_LENGTH);
}
