import { InvalidArgumentError } from 'commander';

/** Limits of chunks as a command line names them: `200,400`. */
export function tokenSizes(value: string): number[] {
  if (!/^[1-9]\d*(?:,[1-9]\d*)*$/.test(value)) throw new InvalidArgumentError('It must be numbers such as 200,400.');
  return value.split(',').map(Number);
}
