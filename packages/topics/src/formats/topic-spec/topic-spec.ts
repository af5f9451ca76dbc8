import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { conflictMarkers } from '../conflict-markers.js';
import { describeReference } from '../describe-reference.js';
import { sectionsToGenerate } from './edited-rows.js';
import { formatSections, joinTopicSpec, splitTopicSpec, type TopicSpecParts } from './generated-sections.js';
import { asReadBack, type LineRange, readTables, type SectionName, sectionFault } from './generated-tables.js';
import { isRefused, resolveConflicts } from './merge-edits.js';
import { readMetadata, type TopicMetadata } from './metadata.js';
import { digestInput, formatSkeleton, isBlank, isUnedited, madeHashes, type TopicDescription } from './skeleton.js';
import type { ToolSections } from './tool-sections.js';

/** What a topic-spec.md says. */
export interface TopicSpec {
  /** Its H1, as plain text; empty without one. */
  readonly title: string;
  /** Its first paragraph, as plain text, 300 UTF-16 units at most; empty without one. */
  readonly description: string;
  readonly metadata: TopicMetadata;
  /** `undefined` when the file has no generated sections, or broken ones. */
  readonly sections: ToolSections | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the generated sections say about the last texts that this process made: the next step need not read them. */
const recent = new Map<string, ToolSections>();
const MAX_RECENT = 8;

export function rememberSections(text: string, sections: ToolSections): void {
  if (recent.size >= MAX_RECENT) recent.delete(recent.keys().next().value!);
  recent.set(text, sections);
}

/**
 * Reads a topic-spec.md. It never throws because of the content of the file.
 *
 * @param file path that the diagnostics name: `TOPIC_SPEC_INVALID` with the line of each table, row or value at fault, or
 *   of a merge conflict in what is generated; `CONFLICT_MARKERS`
 * @param topicId path of the topic's folder; without it no ID is wrong
 */
export function readTopicSpec(text: string, file: string, topicId?: string): TopicSpec {
  const parts = splitTopicSpec(text, file);
  const { metadata, diagnostics } = readMetadata(text, file, topicId);
  const conflicts = conflictMarkers(text, file);
  const { sections, fault } = readSections(text, parts, file, conflicts[0]?.line);
  return {
    ...describeReference(parts.authored.join('\n'), ''),
    metadata,
    sections,
    diagnostics: [
      ...conflicts,
      ...parts.diagnostics,
      ...diagnostics,
      // A line that makes a section unreadable is reported as such.
      ...(fault === undefined ? [...sectionsToGenerate(parts, file), ...parts.moved] : [fault]),
    ],
  };
}

function readSections(
  text: string,
  { found: { keywords, chunks } }: TopicSpecParts,
  file: string,
  conflictLine: number | undefined,
): { readonly sections: ToolSections | undefined; readonly fault?: Diagnostic } {
  const known = recent.get(text);
  if (known !== undefined) return { sections: known };
  if (keywords === undefined && chunks === undefined) return { sections: undefined };
  const range = (section: typeof keywords, name: SectionName): LineRange => {
    if (section !== undefined) return { lines: section.text.split(/\r\n|\n|\r/), firstLine: section.line + 1, file };
    const title = name === 'keywords' ? 'Keywords' : 'Chunks';
    throw sectionFault(`The section "${title}" is missing.`, file, (keywords ?? chunks)!.line + 1);
  };
  try {
    if (conflictLine !== undefined && resolveConflicts(text) !== text)
      throw sectionFault('A merge left a conflict in what Topicmill writes.', file, conflictLine);
    return { sections: readTables({ keywords: range(keywords, 'keywords'), chunks: range(chunks, 'chunks') }) };
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    return { sections: undefined, fault: thrown.toDiagnostic() };
  }
}

/** The result of updating a topic-spec.md. */
export interface TopicSpecUpdate {
  /** The new text; `undefined` when the file must be left as it is, for the reason that an error names. */
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes the generated sections into a topic-spec.md. What people wrote stays byte for byte; where nobody has written
 * anything, it is made from `topic`. The same arguments give the same text, and updating its own result changes nothing.
 *
 * @param text of the file; empty when there is none
 * @param file path that the diagnostics name: see `splitTopicSpec`; a warning `TITLE_OUTDATED` if the reference has
 *   another title since people edited the file
 */
export function updateTopicSpec(
  text: string,
  topic: TopicDescription,
  sections: ToolSections,
  file: string,
): TopicSpecUpdate {
  const present = resolveConflicts(text);
  const isGenerated = isUnedited(present) || isBlank(present);
  const parts = splitTopicSpec(isGenerated ? formatSkeleton(topic) : present, file);
  if (isRefused(parts)) return { text: undefined, diagnostics: parts.diagnostics };
  const made = joinTopicSpec(parts, formatSections(sections));
  rememberSections(made, asReadBack(sections));
  const outdated = isGenerated ? [] : outdatedTitle(present, parts, topic, file);
  return { text: made, diagnostics: [...parts.diagnostics, ...outdated] };
}

/**
 * What people wrote, as a text to be hashed: see `digestInput`. Merge conflicts in generated parts do not count.
 *
 * @param text of topic-spec.md; empty when there is none
 */
export function authoredDigestInput(text: string): string {
  return digestInput(resolveConflicts(text));
}

/** What people wrote in a topic-spec.md, without its generated sections; empty when that is nothing. */
export function authoredPart(text: string): string {
  const resolved = resolveConflicts(text);
  if (digestInput(resolved) === '') return '';
  const authored = splitTopicSpec(resolved, '').authored.join('');
  const { length } = authored.trimEnd();
  // Further blank lines set the generated sections apart.
  return authored.slice(0, length) + (/^[^\S\r\n]*(?:\r\n|\n|\r|$)/.exec(authored.slice(length))?.[0] ?? '');
}

/**
 * The hashes that a generated file starts with tell whether the title of the reference has changed since people took the
 * file over: a title that they chose themselves needs no warning.
 */
function outdatedTitle(
  text: string,
  { authored }: TopicSpecParts,
  topic: TopicDescription,
  file: string,
): Diagnostic[] {
  const made = madeHashes(text);
  if (made === undefined || made[0] === madeHashes(formatSkeleton(topic))![0]) return [];
  const { metadata } = readMetadata(text, file);
  const title = metadata.name ?? describeReference(authored.join('\n'), '').title;
  if (title === topic.title) return [];
  return [
    {
      severity: 'warning',
      code: 'TITLE_OUTDATED',
      message: `The title is "${title}", and the reference's is "${topic.title}". It has not followed the reference since the file was edited by hand.`,
      file,
      line: 1,
      remedy: 'Change the title and the Name, or delete the comment in line 1 to keep them.',
    },
  ];
}
