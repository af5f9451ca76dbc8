import picomatch from 'picomatch';
import { parse } from 'yaml';
import * as z from 'zod';
import type { ExpectedHashes } from './expected-hashes.js';

const schema = z.array(
  z.strictObject({
    /** Globs over the paths of the list. */
    files: z.array(z.string().min(1)).min(1),
    change: z.string().min(1),
    why: z.string().min(1),
    /** Which version of a format, strategy or step was raised, or why none had to be. */
    version: z.string().min(1),
  }),
);

/** A change of outputs since the lists were recorded that somebody wanted. */
export type IntendedChange = z.infer<typeof schema>[number];

/** @throws ZodError with the paths of what is wrong */
export function parseIntendedChanges(text: string): IntendedChange[] {
  return schema.parse(parse(text) ?? []);
}

/** Outputs that changed since they were recorded and that no change names, and changes that name no such output. */
export function unexplainedChanges(changes: readonly IntendedChange[], expected: ExpectedHashes): string[] {
  const changed = [...expected].filter(([, { recorded, current }]) => recorded !== current).map(([path]) => path);
  const matchers = changes.map(({ files }) => picomatch(files, { dot: true }));
  const unnamed = changed.filter((path) => !matchers.some((matches) => matches(path)));
  const idle = changes.filter((_, at) => !changed.some((path) => matchers[at]!(path)));
  return [
    ...unnamed.map((path) => `${path} differs from what was recorded, and changes.yaml does not name it`),
    ...idle.map(({ change }) => `changes.yaml names a change that no output shows: ${change}`),
  ];
}
