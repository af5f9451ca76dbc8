import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/** A folder from the command line; commander turns the refusal of a missing one into a usage error. */
export function existingFolder(value: string): string {
  if (statSync(value, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new InvalidArgumentError('There is no such folder.');
  }
  return value;
}
