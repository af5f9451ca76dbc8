import { isObject } from '@topicmill/base/json';
import { parseYaml } from '@topicmill/base/yaml';
import { parse as parseToml } from 'smol-toml';
import type { ConfigValue } from '../config-value.js';
import { soundJsonValue } from '../sound-json-value.js';

/** Values of a file of JSON; none of one that cannot be parsed. */
export function jsonValues(text: string): ConfigValue {
  return orNone(() => soundJsonValue(text));
}

/** The same of YAML. */
export function yamlValues(text: string): ConfigValue {
  return orNone(() => parseYaml(text).toJS());
}

/** The same of TOML. */
export function tomlValues(text: string): ConfigValue {
  return orNone(() => parseToml(text));
}

function orNone(read: () => unknown): ConfigValue {
  try {
    const value = read();
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
