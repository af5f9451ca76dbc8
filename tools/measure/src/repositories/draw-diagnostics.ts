import type { Diagnostic } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { Random } from '@topicmill/test-support/generate';

/** A diagnostic of a page of a repository. */
export interface FoundDiagnostic {
  readonly repository: string;
  readonly diagnostic: Diagnostic;
}

const LINES_BEFORE = 12;
const LINES_AFTER = 4;

/** `count` of them at random, in the order in which they were found; the same for the same seed. */
export function drawDiagnostics(found: readonly FoundDiagnostic[], count: number, seed: number): FoundDiagnostic[] {
  const random = new Random(seed);
  const drawn = found.map((each, at) => ({ each, at, key: random.next() })).sort((a, b) => a.key - b.key);
  return drawn
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/**
 * Of each code `count` at random, or all where there are fewer, in the order in which they were found: what is rare would
 * hardly ever be among those that `drawDiagnostics` draws from all.
 */
export function drawOfEachCode(found: readonly FoundDiagnostic[], count: number, seed: number): FoundDiagnostic[] {
  return byCode(found).flatMap(([, same]) => drawDiagnostics(same, count, seed));
}

/** Diagnostics by their codes, sorted by code unit. */
export function byCode(found: readonly FoundDiagnostic[]): readonly (readonly [code: string, FoundDiagnostic[]])[] {
  const groups = new Map<string, FoundDiagnostic[]>();
  for (const each of found) {
    const { code } = each.diagnostic;
    groups.set(code, [...(groups.get(code) ?? []), each]);
  }
  return [...groups].sort(([a], [b]) => compareCodeUnits(a, b));
}

/**
 * A diagnostic and the text around it, for a person to judge: the lines around it, or the first ones of the page where it has
 * no line.
 *
 * @param page the text that it speaks of; `undefined` where there is none
 */
export function besideItsPage({ repository, diagnostic }: FoundDiagnostic, page: string | undefined): string {
  const { severity, code, message, file = '', line } = diagnostic;
  const at = line ?? 1;
  const lines = page?.split('\n') ?? [];
  const first = Math.max(0, at - 1 - LINES_BEFORE);
  const shown = lines
    .slice(first, at + LINES_AFTER)
    .map((text, index) => `${first + index + 1 === line ? '>' : ' '} ${String(first + index + 1).padStart(4)} ${text}`);
  const place = line === undefined ? file : `${file}:${line}`;
  return [`### ${repository} ${place}`, '', `${severity} ${code}: ${message}`, '', ...shown, ''].join('\n');
}
