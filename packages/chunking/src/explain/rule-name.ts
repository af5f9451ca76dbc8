import type { Boundary } from './explanation.js';

/** A rule's name in words, as it is on a label: `blank line in code` for `blankLineInCode`, `heading H2`. */
export function ruleName({ rule, figures }: Boundary): string {
  const level = figures['level'] === undefined ? '' : ` H${figures['level']}`;
  const words = rule.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`).replaceAll('-', ' ');
  return `${words}${level}`;
}
