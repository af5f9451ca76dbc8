import type { Diagnostic, DiagnosticCode } from '@topicmill/base/diagnostics';
import type { ContinuityToken } from './continuity-token.js';

type GraphCode = Extract<DiagnosticCode, `CT_${string}`>;

const REMEDY = 'Split the document again, and publish the set as a whole.';

/**
 * The faults of a graph of continuity tokens: duplicate ids, edges to missing pages, edges without an edge back, cycles,
 * several heads, pages not reachable from the head. Empty for a chain from one head to one end.
 *
 * @param file path of the manifest, for the diagnostics
 */
export function verifyGraph(tokens: readonly ContinuityToken[], file: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (code: GraphCode, message: string) =>
    found.push({ severity: 'error', code, message, file, remedy: REMEDY });
  const byId = new Map<string, ContinuityToken>();
  for (const token of tokens) {
    if (byId.has(token.id)) report('CT_DUPLICATE', `The id ${token.id} is used twice.`);
    else byId.set(token.id, token);
  }
  for (const token of byId.values()) {
    for (const [edge, back] of [
      ['prev', 'next'],
      ['next', 'prev'],
    ] as const) {
      const target = token[edge];
      if (target === null) continue;
      const there = byId.get(target);
      if (there === undefined) report('CT_DANGLING', `${edge} of ${token.id} names ${target}, which does not exist.`);
      else if (there[back] !== token.id) {
        const written = there[back] ?? 'no page';
        report('CT_ONE_WAY', `${edge} of ${token.id} names ${target}, whose ${back} names ${written}.`);
      }
    }
  }
  const heads = [...byId.values()].filter(({ prev }) => prev === null);
  if (heads.length > 1) {
    report('CT_TWO_HEADS', `Several pages have no previous page: ${heads.map(({ id }) => id).join(', ')}.`);
  }
  const inCircle = circles(byId);
  for (const [from, to] of inCircle) report('CT_CIRCULAR', `next of ${from} leads back to ${to}.`);
  const reached = reachedFrom(heads[0], byId);
  for (const { id } of byId.values()) {
    if (!reached.has(id)) report('CT_UNREACHABLE', `${id} cannot be reached from ${heads[0]?.id ?? 'any first page'}.`);
  }
  return found;
}

/** The `next` edge that closes each cycle. */
function circles(byId: ReadonlyMap<string, ContinuityToken>): [from: string, to: string][] {
  const walkOf = new Map<string, string>();
  const found: [string, string][] = [];
  for (const start of byId.keys()) {
    for (let at: string | null = start, before = start; at !== null && byId.has(at); ) {
      const walk = walkOf.get(at);
      if (walk !== undefined) {
        if (walk === start) found.push([before, at]);
        break;
      }
      walkOf.set(at, start);
      before = at;
      at = byId.get(at)!.next;
    }
  }
  return found;
}

function reachedFrom(head: ContinuityToken | undefined, byId: ReadonlyMap<string, ContinuityToken>): Set<string> {
  const reached = new Set<string>();
  for (let at = head; at !== undefined && !reached.has(at.id); ) {
    reached.add(at.id);
    at = at.next === null ? undefined : byId.get(at.next);
  }
  return reached;
}
