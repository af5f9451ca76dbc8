import type { Diagnostic } from '@topicmill/base/diagnostics';
import { fnv1a32 } from '@topicmill/text/hashes';
import { splitFrontMatter } from '@topicmill/text/markdown';
import { conflictSides } from '../conflict-markers.js';
import { editedRows } from './edited-rows.js';
import { appendLines, lineEndOf, sectionTexts, splitTopicSpec, withoutInvitation } from './generated-sections.js';
import { asReadBack } from './generated-tables.js';
import { addedLines, areUnedited, authoredText } from './merge-edits.js';
import { digestInput, type TopicDescription } from './skeleton.js';
import type { ToolSections } from './tool-sections.js';
import { rememberSections, type TopicSpecUpdate, updateTopicSpec } from './topic-spec.js';

/*
 * The topic-spec.md of a page is generated as a whole: it is among results, which are seldom committed. What people write of
 * a page is in a file of its own, its note, which is the text that the generated sections are added to.
 */

const PAGE_MARK = /^<!-- topicmill:page ([0-9a-f]{8})\. .* -->[ \t]*(?:\r\n|\n|\r|$)/;
/** Heading of lines that cannot be put where their author wrote them. */
const MOVED_TITLE = 'Moved from topic-spec.md';

/**
 * The topic-spec.md of a page: its note with the generated sections. Its first line says that it is generated and where
 * people write; it has a hash of the note, by which `pageSpecEdit` knows that nobody has edited the file.
 *
 * @param notePath path of the note, for people; the diagnostics are those of `updateTopicSpec`
 */
export function updatePageSpec(
  note: string,
  topic: TopicDescription,
  sections: ToolSections,
  notePath: string,
): TopicSpecUpdate {
  const { text, diagnostics } = updateTopicSpec(note, topic, sections, notePath);
  if (text === undefined) return { text, diagnostics };
  const { bodyOffset } = splitFrontMatter(text);
  const place = `What you write of the page belongs in its front matter, or in ${notePath}.`;
  const mark = `<!-- topicmill:page ${noteHash(text)}. Topicmill writes this file: do not edit it. ${place} -->`;
  const made = withoutInvitation(`${text.slice(0, bodyOffset)}${mark}${lineEndOf(text)}${text.slice(bodyOffset)}`);
  rememberSections(made, asReadBack(sections));
  return { text: made, diagnostics };
}

/** Whether a topic-spec.md is that of a page. */
export function isPageSpec(spec: string): boolean {
  return withoutMark(spec).hash !== undefined;
}

/** What people wrote into the topic-spec.md of a page, which is no place for it. */
export interface PageSpecEdit {
  /** All that is theirs in the file: what it had of the note, with the edit. */
  readonly text: string;
  /** Hash of the note that the file was made from; `undefined` if its mark is gone. */
  readonly madeOf: string | undefined;
}

/**
 * @param made the file that takes its place, which has the note
 * @returns `undefined` if nobody has edited the file, or the note has all of the edit; line ends do not count
 */
export function pageSpecEdit(spec: string, made?: string): PageSpecEdit | undefined {
  const sides = conflictSides(spec);
  const edit = sides === undefined ? editOf(withoutMark(spec)) : mergedEdit(sides);
  if (edit === undefined || made === undefined) return edit;
  const note = onlyAuthoredText(withoutMark(made).own);
  return takeInPageSpecEdit(note, edit) === note ? undefined : edit;
}

/**
 * As `mergeGeneratedSections` has them: warnings of rows that were edited.
 *
 * @param made the file that takes its place
 */
export function editedPageRows(spec: string, made: string, file: string): Diagnostic[] {
  if (conflictSides(spec) !== undefined) return [];
  return editedRows(splitTopicSpec(spec, file), sectionTexts(splitTopicSpec(made, file))!, file);
}

function editOf({ own, hash }: MarkedText): PageSpecEdit | undefined {
  return noteHash(own) === (hash ?? noteHash('')) ? undefined : { text: onlyAuthoredText(own), madeOf: hash };
}

/** Of two branches that were merged with conflicts: what only one of them has is nobody's. */
function mergedEdit(sides: readonly [string, string]): PageSpecEdit | undefined {
  const [ours, theirs] = sides.map(withoutMark) as [MarkedText, MarkedText];
  if (areUnedited([ours.own, theirs.own])) return undefined;
  const hashes = [ours.hash, theirs.hash, noteHash('')];
  if ([ours, theirs].every(({ own }) => hashes.includes(noteHash(own)))) return undefined;
  const common = new Set(onlyAuthoredText(theirs.own).split(/\r\n|\n|\r/));
  const lines = onlyAuthoredText(ours.own).split(/\r\n|\n|\r/);
  return { text: `${lines.filter((line) => common.has(line)).join('\n')}\n`, madeOf: undefined };
}

/** Whether the topic-spec.md of a page was made from a note; both may have been edited since. */
export function isMadeOfNote(spec: string, note: string): boolean {
  return withoutMark(spec).hash === noteHash(note);
}

/**
 * The note of a page with what people wrote into its topic-spec.md. If nobody has changed the note since that was made from
 * it, the edit takes its place; otherwise the lines that it lacks are appended in a section of their own.
 *
 * @param note empty when there is none
 */
export function takeInPageSpecEdit(note: string, { text, madeOf }: PageSpecEdit): string {
  const hash = noteHash(note);
  if (hash === noteHash(text)) return note;
  if (note.trim() === '' || hash === madeOf) return text;
  const added = addedLines([], text.split(/\r\n|\n|\r/), note.split(/\r\n|\n|\r/));
  return added.every((line) => line.trim() === '') ? note : appendLines(note, MOVED_TITLE, added);
}

interface MarkedText {
  /** The text without its mark. */
  readonly own: string;
  readonly hash: string | undefined;
}

function withoutMark(spec: string): MarkedText {
  const { bodyOffset } = splitFrontMatter(spec);
  const [mark = '', hash] = PAGE_MARK.exec(spec.slice(bodyOffset)) ?? [];
  return { own: spec.slice(0, bodyOffset) + spec.slice(bodyOffset + mark.length), hash };
}

function onlyAuthoredText(own: string): string {
  return `${authoredText(splitTopicSpec(own, ''))}\n`;
}

function noteHash(text: string): string {
  const digest = digestInput(text).replace(/\r\n?/g, '\n').trimEnd();
  return fnv1a32(digest).toString(16).padStart(8, '0');
}
