import type { Diagnostic } from '@topicmill/base/diagnostics';
import { appendLines, joinTopicSpec, splitTopicSpec, type TopicSpecParts, toolSections } from './spec-parts.js';

/** Heading of lines that cannot be put where their author wrote them. */
const SAVED_TITLE = 'Saved during a build';

/**
 * Puts what people wrote to an earlier topic-spec.md, while it was replaced, into the present one. If nobody has edited the
 * present one, the hand-written text is that of the edit; otherwise the lines that the edit added are appended in a section of their
 * own. No line of either is lost.
 *
 * @param edit the earlier file before and after the edit
 * @param file path that the diagnostic names: a warning `EDIT_DURING_BUILD`
 */
export function takeInLateEdit(
  present: string,
  edit: { readonly before: string; readonly after: string },
  file: string,
): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  const [parts, before, after] = [present, edit.before, edit.after].map((text) => splitTopicSpec(text, file)) as [
    TopicSpecParts,
    TopicSpecParts,
    TopicSpecParts,
  ];
  const sections = toolSections(parts);
  const isOpen = after.diagnostics.some(({ severity }) => severity === 'error');
  if (sections !== undefined && !isOpen && peoplesText(parts) === peoplesText(before)) {
    return { text: joinTopicSpec(after, sections), diagnostics: [savedMeanwhile(file)] };
  }
  const added = addedLines(linesOf(before), linesOf(after), linesOf(parts));
  if (added.every((line) => line.trim() === '')) return { text: present, diagnostics: [] };
  return { text: appendLines(present, SAVED_TITLE, added), diagnostics: [savedTwice(file)] };
}

/** Blank lines at the end set the tool's sections apart. */
function peoplesText({ authored }: TopicSpecParts): string {
  return authored.join('').trimEnd();
}

function linesOf(parts: TopicSpecParts): string[] {
  return peoplesText(parts).split(/\r\n|\n|\r/);
}

/** Lines of `after` that are more often in it than in `before`, unless the present text has them more often, too. */
export function addedLines(before: readonly string[], after: readonly string[], present: readonly string[]): string[] {
  const known = countsOf(before);
  for (const [line, count] of countsOf(present)) known.set(line, Math.max(count, known.get(line) ?? 0));
  let isAfterAdded = false;
  return after.flatMap((line) => {
    if (line.trim() === '') return isAfterAdded ? [''] : [];
    const count = known.get(line) ?? 0;
    known.set(line, count - 1);
    isAfterAdded = count <= 0;
    return isAfterAdded ? [line] : [];
  });
}

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function savedMeanwhile(file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'EDIT_DURING_BUILD',
    message: 'It was saved while a build was writing it. The edit is kept, but is not in the other files yet.',
    file,
    remedy: 'Build again.',
  };
}

function savedTwice(file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'EDIT_DURING_BUILD',
    message: `It was saved twice while a build was writing it. The lines of one of the two edits are in the section "${SAVED_TITLE}".`,
    file,
    remedy: 'Move them to where they belong, and build again.',
  };
}
