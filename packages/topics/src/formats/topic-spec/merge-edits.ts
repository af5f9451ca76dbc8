import type { Diagnostic } from '@topicmill/base/diagnostics';
import { conflictSides, withConflictMarkers } from '../conflict-markers.js';
import { editedRows } from './edited-rows.js';
import {
  appendLines,
  EMPTY_SECTIONS,
  findSections,
  joinTopicSpec,
  sectionTexts,
  splitTopicSpec,
  type TopicSpecParts,
} from './generated-sections.js';
import { digestInput, isUnedited, madeHashes, withHashLineFrom, withOwnHashes } from './skeleton.js';

/** A text with what people should know of their own text in it. */
export interface MergedText {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Merges the generated sections with the file on disk: what people wrote in the present file, with the sections of the
 * one that was made.
 *
 * @param file path that the diagnostics name: warnings `TOPIC_SPEC_TEXT_MOVED` and `TOPIC_SPEC_ROWS_EDITED`
 */
export function mergeGeneratedSections(present: string, made: string, file: string): MergedText {
  if (present === made) return { text: made, diagnostics: [] };
  const resolved = resolveConflicts(present);
  const parts = splitTopicSpec(resolved, file);
  const sections = sectionTexts(splitTopicSpec(made, file))!;
  const diagnostics = [...parts.moved, ...editedRows(parts, sections, file)];
  if (digestInput(resolved) === '') return { text: made, diagnostics };
  // The step refuses such a text; this one was saved since the step read the file.
  if (isRefused(parts)) return { text: present, diagnostics: [] };
  return { text: joinTopicSpec(parts, sections), diagnostics };
}

/** Whether no section can be appended to a text. */
export function isRefused({ diagnostics }: Pick<TopicSpecParts, 'diagnostics'>): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/**
 * A topic-spec.md without merge conflicts in what is generated, which is to be generated again. In hand-written text
 * they stay, for a person to resolve.
 */
export function resolveConflicts(text: string): string {
  const sides = conflictSides(text);
  if (sides === undefined) return text;
  const [ours] = sides;
  const theirs = withHashLineFrom(sides[1], ours);
  if (areUnedited(sides)) return emptied(withOwnHashes(ours));
  if (digestInput(ours) === digestInput(theirs)) return emptied(ours);
  if (isByHand(text, sides)) return text;
  const [parts, others] = [ours, theirs].map((side) => splitTopicSpec(emptied(side), '')) as [
    TopicSpecParts,
    TopicSpecParts,
  ];
  if (parts.slots.join() !== others.slots.join()) return text;
  const authored = parts.authored.map((part, i) => withConflictMarkers(part, others.authored[i]!));
  return joinTopicSpec({ authored, slots: parts.slots }, EMPTY_SECTIONS);
}

/** Whether nobody has edited either side. A merge without a conflict mixes values of both, so each may have the hashes of both. */
export function areUnedited(sides: readonly [string, string]): boolean {
  const hashes = sides.map((side) => madeHashes(side) ?? []);
  return sides.every((side) => isUnedited(side, ...hashes));
}

function emptied(text: string): string {
  return joinTopicSpec(splitTopicSpec(text, ''), EMPTY_SECTIONS);
}

/** Whether all conflicts are in hand-written text, so that both sides have the sections that the whole text has. */
function isByHand(text: string, sides: readonly [string, string]): boolean {
  const isInMark = madeHashes(text) === undefined && sides.some((side) => madeHashes(side) !== undefined);
  const sectionsOf = (each: string): string =>
    findSections(each)
      .map(({ start, end }) => each.slice(start, end))
      .join('');
  return !isInMark && sides.every((side) => sectionsOf(side) === sectionsOf(text));
}

/** Heading of lines that cannot be put where their author wrote them. */
const SAVED_TITLE = 'Saved during a build';

/**
 * Puts what people wrote to an earlier topic-spec.md, while it was replaced, into the present one. If nobody has edited the
 * present one, the hand-written text is that of the edit; otherwise the lines that the edit added are appended in a section
 * of their own. No line of either is lost.
 *
 * @param edit the earlier file before and after the edit
 * @param file path that the diagnostic names: a warning `EDIT_DURING_BUILD`
 */
export function takeInLateEdit(
  present: string,
  edit: { readonly before: string; readonly after: string },
  file: string,
): MergedText {
  const [parts, before, after] = [present, edit.before, edit.after].map((text) => splitTopicSpec(text, file)) as [
    TopicSpecParts,
    TopicSpecParts,
    TopicSpecParts,
  ];
  const sections = sectionTexts(parts);
  if (sections !== undefined && !isRefused(after) && authoredText(parts) === authoredText(before)) {
    const message = 'It was saved while a build was writing it. The edit is kept, but is not in the other files yet.';
    return { text: joinTopicSpec(after, sections), diagnostics: [savedMeanwhile(message, 'Build again.', file)] };
  }
  const added = addedLines(linesOf(before), linesOf(after), linesOf(parts));
  if (added.every((line) => line.trim() === '')) return { text: present, diagnostics: [] };
  const message = `It was saved twice while a build was writing it. The lines of one of the two edits are in the section "${SAVED_TITLE}".`;
  const remedy = 'Move them to where they belong, and build again.';
  return { text: appendLines(present, SAVED_TITLE, added), diagnostics: [savedMeanwhile(message, remedy, file)] };
}

/** What people wrote, without the blank lines at its end that set the generated sections apart. */
export function authoredText({ authored }: Pick<TopicSpecParts, 'authored'>): string {
  return authored.join('').trimEnd();
}

function linesOf(parts: TopicSpecParts): string[] {
  return authoredText(parts).split(/\r\n|\n|\r/);
}

/** Lines of `after` that are more often in it than in `before`, unless the present text has them more often, too. */
export function addedLines(before: readonly string[], after: readonly string[], present: readonly string[]): string[] {
  const counts = countLines(before);
  for (const [line, count] of countLines(present)) counts.set(line, Math.max(count, counts.get(line) ?? 0));
  let isAfterAdded = false;
  return after.flatMap((line) => {
    if (line.trim() === '') return isAfterAdded ? [''] : [];
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    isAfterAdded = count <= 0;
    return isAfterAdded ? [line] : [];
  });
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function savedMeanwhile(message: string, remedy: string, file: string): Diagnostic {
  return { severity: 'warning', code: 'EDIT_DURING_BUILD', message, file, remedy };
}
