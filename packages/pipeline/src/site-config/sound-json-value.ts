import { parseJsonIfValid } from '@topicmill/base/json';

/** More than people write. What reads navigation calls itself for each level, and would end where the stack ends. */
const MAX_DEPTH = 100;

/** The value of a JSON text; `undefined` where it is broken, or has lists and objects more than 100 deep inside each other. */
export function soundJsonValue(text: string): unknown {
  const value = parseJsonIfValid(text);
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return undefined;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return value;
}
