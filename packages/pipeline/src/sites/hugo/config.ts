import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { parseYaml } from '@topicmill/base/yaml';
import { parse as parseToml } from 'smol-toml';
import { type ConfigValue, soundJsonValue } from '../config-value.js';
import type { FolderView } from '../folder-view.js';

/** Folders of configurations, of which the later one counts more; a site is published by the second. */
const ENVIRONMENTS = ['_default', 'production'];
const CONFIG_FILE = /^(?<name>[\w-]+)(?:\.(?<language>[\w-]+))?\.(?<format>toml|ya?ml|json)$/;
/** Settings whose keys are names, in which case matters. */
const NAMED = new Set(['permalinks', 'languages']);

/**
 * The whole configuration of a Hugo site: its file, with the files of `config/_default` and `config/production` over it.
 * A file is called as the key that it has the value of, `languages.toml`; with a language, it is that language's.
 *
 * @param folder of the site
 * @param written value of the file that the site was found by
 * @returns with keys in lower case, since case makes no difference to Hugo
 */
export function hugoConfig(view: FolderView, folder: string, written: ConfigValue): ConfigValue {
  return ENVIRONMENTS.flatMap((environment) =>
    readConfigFolder(view, resolveInRoot(folder, `config/${environment}`)),
  ).reduce(mergeConfigs, lowerKeys(written));
}

function readConfigFolder(view: FolderView, folder: string): ConfigValue[] {
  const names = view.list(folder).flatMap(({ name, isFolder }) => (isFolder ? [] : [name]));
  return names.sort().flatMap((file): ConfigValue[] => {
    const { name, language, format } = CONFIG_FILE.exec(file)?.groups ?? {};
    if (name === undefined) return [];
    const value = parsed(view.readText(resolveInRoot(folder, file)) ?? '', format!);
    const part = name === 'hugo' || name === 'config' ? value : { [name]: value };
    const whole = language === undefined ? part : { languages: { [language]: part } };
    return isObject(whole) ? [lowerKeys(whole)] : [];
  });
}

/** A file with a fault says nothing. */
function parsed(text: string, format: string): unknown {
  if (format === 'json') return soundJsonValue(text);
  try {
    return format === 'toml' ? parseToml(text) : parseYaml(text).toJS();
  } catch {
    return undefined;
  }
}

function mergeConfigs(under: ConfigValue, over: ConfigValue): ConfigValue {
  const entries = Object.entries(over).map(([key, value]): [string, unknown] => {
    const before = under[key];
    return [key, isObject(before) && isObject(value) ? mergeConfigs(before, value) : value];
  });
  return { ...under, ...Object.fromEntries(entries) };
}

/** Keys of Hugo's configuration are case-insensitive; those of permalinks are names of sections. */
export function lowerKeys(value: ConfigValue): ConfigValue {
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const lower = key.toLowerCase();
    if (!isObject(inner) || inner instanceof Date) return [lower, inner];
    return [lower, NAMED.has(lower) ? inner : lowerKeys(inner)];
  });
  return Object.fromEntries(entries);
}
