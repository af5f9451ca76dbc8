import { closest, distance } from 'fastest-levenshtein';

/**
 * The known name that somebody who wrote an unknown one most likely meant; `undefined` when none is near.
 *
 * @param known at least one
 */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  const nearest = known.find((name) => name.includes(unknown)) ?? closest(unknown, known);
  const isNear =
    nearest.includes(unknown) || distance(unknown.toLowerCase(), nearest.toLowerCase()) <= nearest.length / 2;
  return isNear ? nearest : undefined;
}
