import { InvalidArgumentError } from 'commander';

/**
 * A parser of whole numbers from the command line; commander turns the refusal into a fault of usage.
 *
 * @param least the smallest number that it takes
 */
export function wholeNumber(least: 0 | 1): (value: string) => number {
  return (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
  };
}
