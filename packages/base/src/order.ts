/** Sorts as `Array.prototype.sort` does without a function: by code unit, so that every machine has the same order. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
