import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { conflictMarkers } from '../conflict-markers.js';
import { describeReference } from '../describe-reference.js';
import { formatToolSections } from './format-tool-sections.js';
import { readMetadata, type TopicMetadata } from './metadata.js';
import { readToolSections } from './read-tool-sections.js';
import type { ToolSections } from './sections.js';
import { formatSkeleton, isBlank, isUnedited, madeHash, type Sha256Hex, type TopicDescription } from './skeleton.js';
import { joinTopicSpec, splitTopicSpec, type TopicSpecParts } from './spec-parts.js';

/** What a topic-spec.md says. */
export interface TopicSpec {
  /** Its H1, as plain text; empty without one. */
  readonly title: string;
  /** Its first paragraph, as plain text, 300 UTF-16 units at most; empty without one. */
  readonly description: string;
  readonly metadata: TopicMetadata;
  /** `undefined` when the file has no sections of the tool, or broken ones. */
  readonly sections: ToolSections | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a topic-spec.md. It never throws because of the content of the file.
 *
 * @param file path that the diagnostics name: `TOPIC_SPEC_INVALID` with the line of each table, row or value at fault;
 *   `CONFLICT_MARKERS`
 * @param topicId path of the topic's folder; without it no ID is wrong
 */
export function readTopicSpec(text: string, file: string, topicId?: string): TopicSpec {
  const parts = splitTopicSpec(text, file);
  const { metadata, diagnostics } = readMetadata(text, file, topicId);
  const { sections, fault } = readSections(parts, file);
  return {
    ...describeReference(parts.authored.join('\n'), ''),
    metadata,
    sections,
    diagnostics: [
      ...conflictMarkers(text, file),
      ...parts.diagnostics,
      ...diagnostics,
      // A line that makes a section unreadable is reported as such.
      ...(fault.length > 0 ? fault : parts.moved),
    ],
  };
}

function readSections(parts: TopicSpecParts, file: string): Pick<TopicSpec, 'sections'> & { fault: Diagnostic[] } {
  try {
    return { sections: readToolSections(parts, file), fault: [] };
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
    return { sections: undefined, fault: [thrown.toDiagnostic()] };
  }
}

/** The result of updating a topic-spec.md. */
export interface TopicSpecUpdate {
  /** The new text; `undefined` when the file must be left as it is, for the reason that an error names. */
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes the tool's sections into a topic-spec.md. What people wrote stays byte for byte; where nobody has written
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
  sha256Hex: Sha256Hex,
  file: string,
): TopicSpecUpdate {
  const isOurs = isUnedited(text, sha256Hex) || isBlank(text);
  const parts = splitTopicSpec(isOurs ? formatSkeleton(topic, sha256Hex) : text, file);
  const isOpen = parts.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  return {
    text: isOpen ? undefined : joinTopicSpec(parts, formatToolSections(sections)),
    diagnostics: isOurs
      ? parts.diagnostics
      : [...parts.diagnostics, ...outdatedTitle(text, parts, topic, sha256Hex, file)],
  };
}

/**
 * The comment that a generated file starts with tells whether the reference has changed since people took the file over:
 * a title that they chose themselves needs no warning.
 */
function outdatedTitle(
  text: string,
  { authored }: TopicSpecParts,
  topic: TopicDescription,
  sha256Hex: Sha256Hex,
  file: string,
): Diagnostic[] {
  const made = madeHash(text);
  if (made === undefined || made === madeHash(formatSkeleton(topic, sha256Hex))) return [];
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
