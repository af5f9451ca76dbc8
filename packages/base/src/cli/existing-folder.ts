import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/** A folder from the command line; commander turns the refusal of one that is not there into a fault of usage. */
export function existingFolder(value: string): string {
  if (statSync(value, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new InvalidArgumentError('There is no such folder.');
  }
  return value;
}
