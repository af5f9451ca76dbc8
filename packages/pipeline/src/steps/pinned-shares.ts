import type { Diagnostic } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { type AuthorityRow, formatAuthorityFile, readAuthorityFile } from '@topicmill/topics/formats';

/** One page more or less can move a quarter of the listed terms of 80 pages across a limit. */
const MAX_DRIFT = 0.5;
/** Of a few listed terms, one page moves half. */
const MIN_CHANGED_TERMS = 10;

/** How pinned shares differ from those that the topics have now. */
export interface ShareDrift {
  /** Terms that have another class now, or are listed in one of both only. */
  readonly changedCount: number;
  /** Terms that are listed in either. */
  readonly termCount: number;
}

/**
 * The authority of a docs root whose shares are pinned: what the pin says, in the form that the step has for it.
 *
 * @param file path that errors name
 * @throws TopicmillError `AUTHORITY_FILE_INVALID` with the line at fault
 */
export function pinnedAuthority(pin: string, file: string): string {
  const rows = [...readAuthorityFile(pin, file)].sort((a, b) => compareCodeUnits(a.term, b.term));
  return formatAuthorityFile(rows);
}

/** Compares two authorities. */
export function shareDrift(pinned: readonly AuthorityRow[], computed: readonly AuthorityRow[]): ShareDrift {
  const shares = new Map(pinned.map(({ term, share }) => [term, share]));
  const same = computed.filter(({ term, share }) => shares.get(term) === share).length;
  const listed = new Set([...shares.keys(), ...computed.map(({ term }) => term)]);
  return { changedCount: listed.size - same, termCount: listed.size };
}

/** A warning if over half of the terms, and at least ten, have a different share than the pin says. */
export function driftDiagnostics({ changedCount, termCount }: ShareDrift, file: string): Diagnostic[] {
  if (changedCount < MIN_CHANGED_TERMS || changedCount <= MAX_DRIFT * termCount) return [];
  return [
    {
      severity: 'warning',
      code: 'KEYWORD_SHARES_DRIFTED',
      message: `${changedCount} of ${termCount} terms now occur in a different share of the topics than this file says.`,
      file,
      remedy:
        'Renew it: `npx topicmill pin-keywords`. Keywords of many topics may change, so make it a separate commit.',
    },
  ];
}
