/** Weight of the evidence for a page that tells what changed, unless the query asks for changes. */
const CHANGE_PAGE_WEIGHT = 0.6;

const ASKS_FOR_CHANGES =
  /\b(?:migrat\w*|upgrad\w*|releas\w*|change-?log|changed|deprecat\w*|breaking|versions?|what['’]?s new|blog|v?\d+\.\d+)\b/i;

/** Whether a query asks for what changed. */
export function asksForChanges(query: string): boolean {
  return ASKS_FOR_CHANGES.test(query);
}

/** @param changePages numbers of topics about changes */
export function weakenChangePages(evidence: Float32Array, changePages: readonly number[]): void {
  for (const topic of changePages) evidence[topic]! *= CHANGE_PAGE_WEIGHT;
}
