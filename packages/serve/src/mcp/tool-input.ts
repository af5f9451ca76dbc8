import { nearestName } from '@topicmill/base/config';
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
    const nearest = nearestName(name, known);
    return nearest === undefined ? name : `${name} (did you mean ${nearest}?)`;
  });
  return `Unknown arguments: ${told.join(', ')}. The tool takes ${[...known].sort().join(', ')}.`;
}
