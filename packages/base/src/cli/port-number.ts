import { InvalidArgumentError } from 'commander';

const MAX_PORT = 65_535;

/** A port from the command line; commander turns the refusal into a fault of usage. */
export function portNumber(value: string): number {
  if (!/^\d+$/.test(value) || Number(value) > MAX_PORT) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return Number(value);
}
