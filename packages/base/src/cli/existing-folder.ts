import { InvalidArgumentError } from 'commander';
import { statIfThere } from '../files/index.js';

/** A folder from the command line; commander turns the refusal of one that is not there into a fault of usage. */
export function existingFolder(value: string): string {
  if (statIfThere(value)?.isDirectory() !== true) {
    throw new InvalidArgumentError('There is no such folder.');
  }
  return value;
}
