import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { parseYaml } from '@topicmill/base/yaml';

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

/** The generator's own settings, as read or evaluated. */
export type ConfigValue = Readonly<Record<string, unknown>>;

/** An object of a configuration; empty for another value. */
export function objectAt(value: unknown, ...keys: readonly string[]): ConfigValue {
  let found = value;
  for (const key of keys) found = isObject(found) ? found[key] : undefined;
  return isObject(found) ? found : {};
}

/** A text of a configuration. */
export function textAt(value: ConfigValue, key: string): string | undefined {
  const found = value[key];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A boolean of a configuration. */
export function flagAt(value: ConfigValue, key: string): boolean | undefined {
  const found = value[key];
  return typeof found === 'boolean' ? found : undefined;
}

/** The texts of a list of a configuration. */
export function textsAt(value: ConfigValue, key: string): string[] {
  const found = value[key];
  return Array.isArray(found) ? found.filter((each): each is string => typeof each === 'string') : [];
}

/** Values of a file of YAML; none of one that cannot be parsed. */
export function yamlValues(text: string): ConfigValue {
  return orNone(() => parseYaml(text).toJS());
}

function orNone(read: () => unknown): ConfigValue {
  try {
    const value = read();
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
