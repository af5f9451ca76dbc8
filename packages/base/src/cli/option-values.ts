import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

const MAX_PORT = 65_535;

/** A port from the command line; commander turns the refusal into a fault of usage. */
export function portNumber(value: string): number {
  if (!/^\d+$/.test(value) || Number(value) > MAX_PORT) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return Number(value);
}

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

/** Collects the values of a repeatable option for commander. Give it no default: the help would show an empty list. */
export function repeatedValue(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** A folder from the command line; commander turns the refusal of a missing one into a usage error. */
export function existingFolder(value: string): string {
  if (statSync(value, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new InvalidArgumentError('There is no such folder.');
  }
  return value;
}

/**
 * An origin from the command line, as browsers send it, or `*` for every origin.
 *
 * @throws InvalidArgumentError, which commander reports as wrong usage
 */
export function corsOrigin(value: string): string {
  if (value === '*' || (URL.canParse(value) && new URL(value).origin === value)) return value;
  throw new InvalidArgumentError('It must be an origin such as https://docs.example.com, or *.');
}
