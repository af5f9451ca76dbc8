import type { Diagnostic } from '@topicmill/base/diagnostics';
import { normalRow, SECTION_NAMES, type SectionTexts, type TopicSpecParts } from './generated-sections.js';
import { SECTION_TITLES } from './generated-tables.js';

/**
 * A warning for each section some of whose rows were edited: they are not among those that are written in their place.
 *
 * @param file path that the diagnostics name: `TOPIC_SPEC_ROWS_EDITED`, with the line of the first row
 */
export function editedRows({ found }: Pick<TopicSpecParts, 'found'>, made: SectionTexts, file: string): Diagnostic[] {
  return SECTION_NAMES.flatMap((name): Diagnostic[] => {
    const counts = new Map<string, number>();
    for (const row of made[name].split('\n').map(normalRow)) counts.set(row, (counts.get(row) ?? 0) + 1);
    const lines = (found[name]?.editedRows ?? []).filter(({ text }) => {
      const count = counts.get(normalRow(text)) ?? 0;
      counts.set(normalRow(text), count - 1);
      return count <= 0;
    });
    if (lines.length === 0) return [];
    const numbers = lines.map(({ line }) => line + 1);
    const places = numbers.length === 1 ? `line ${numbers[0]}` : `lines ${numbers.join(', ')}`;
    const message = `Rows of the section "${SECTION_TITLES[name]}" were edited and are generated again: ${places}.`;
    return [{ ...ROWS_EDITED, message, file, line: numbers[0]! }];
  });
}

/** A warning for each section some of whose rows are not those that it was written with. */
export function sectionsToGenerate({ found }: Pick<TopicSpecParts, 'found'>, file: string): Diagnostic[] {
  return SECTION_NAMES.flatMap((name): Diagnostic[] => {
    const section = found[name];
    if (section === undefined || section.editedRows.length === 0) return [];
    const message = `Rows of the section "${SECTION_TITLES[name]}" were edited. The next build generates them again.`;
    return [{ ...ROWS_EDITED, message, file, line: section.line + 1 }];
  });
}

const ROWS_EDITED: Pick<Diagnostic, 'severity' | 'code' | 'remedy'> = {
  severity: 'warning',
  code: 'TOPIC_SPEC_ROWS_EDITED',
  remedy: 'Change the reference, the questions or the configuration instead. Git has the file as it was.',
};
