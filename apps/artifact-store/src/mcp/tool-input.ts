import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';

/**
 * The schema of a tool's arguments. One that the tool does not have is refused by its name: dropped, it would let a
 * misspelt filter find everything.
 */
export function toolInput<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownArguments(issue.keys, Object.keys(shape)) : undefined,
  });
}

function unknownArguments(unknown: readonly string[], known: readonly string[]): string {
  const told = unknown.map((name) => {
    const nearest = known.find((other) => other.includes(name)) ?? closest(name, known);
    const isNear = nearest.includes(name) || distance(name, nearest) <= nearest.length / 2;
    return isNear ? `${name} (did you mean ${nearest}?)` : name;
  });
  return `Unknown arguments: ${told.join(', ')}. The tool takes ${[...known].sort().join(', ')}.`;
}
