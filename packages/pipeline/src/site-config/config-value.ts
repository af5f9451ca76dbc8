import { isObject } from '@topicmill/base/json';

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
