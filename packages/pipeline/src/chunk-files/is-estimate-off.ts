/** Of shorter texts, a few signs more than words make an estimate wrong. */
const MIN_COMPARED_TOKENS = 200;

/**
 * Whether estimated tokens differ from real ones by more than half.
 *
 * @param counted tokens by `cl100k_base`; of fewer than 200 no estimate is off
 */
export function isEstimateOff(estimated: number, counted: number): boolean {
  return counted >= MIN_COMPARED_TOKENS && Math.abs(estimated - counted) > counted / 2;
}
