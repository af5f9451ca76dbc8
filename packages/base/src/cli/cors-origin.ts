import { InvalidArgumentError } from 'commander';

/**
 * An origin from the command line, as browsers send it, or `*` for every origin.
 *
 * @throws InvalidArgumentError, which commander reports as wrong usage
 */
export function corsOrigin(value: string): string {
  if (value === '*' || (URL.canParse(value) && new URL(value).origin === value)) return value;
  throw new InvalidArgumentError('It must be an origin such as https://docs.example.com, or *.');
}
