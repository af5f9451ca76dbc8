import type { BoundaryRule } from '@topicmill/chunking';

/** A rule's name in words, as it stands on a label: `blankLineInCode` is `blank line in code`. */
export function ruleName(rule: BoundaryRule): string {
  return rule.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`).replaceAll('-', ' ');
}
