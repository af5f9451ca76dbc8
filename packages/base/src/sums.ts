/** The sum of some numbers; 0 of none. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
