import { isObject } from '@topicmill/base/json';
import { lastName } from '@topicmill/base/paths';
import { parseYaml } from '@topicmill/base/yaml';
import { oneLine } from '@topicmill/text/white-space';
import { parse as parseToml } from 'smol-toml';
import {
  type ConfigValue,
  type DetectedSite,
  type FolderView,
  type FoundConfig,
  GENERATOR_NAMES,
  generatorNamed,
  generatorOf,
  type SiteDetection,
  type SiteNames,
  type SiteOfConfig,
  soundJsonValue,
} from '../sites/index.js';
import { readModule } from './read-module.js';

/** How the site of a configuration is read. */
export function detectionOf({ generator, tool, path }: FoundConfig): SiteDetection {
  const detections = generatorOf({ generator }).detections.filter((each) => each.tool === tool);
  return detections.find(({ configs }) => configs.some(({ name }) => name.test(lastName(path)))) ?? detections[0]!;
}

/** All detections with their generators; those of tools come first, since they look into files that have common names. */
export function allDetections(): { readonly generator: string; readonly detection: SiteDetection }[] {
  const all = GENERATOR_NAMES.flatMap((generator) =>
    generatorNamed(generator).detections.map((detection) => ({ generator, detection })),
  );
  return all.sort((a, b) => Number(a.detection.tool === undefined) - Number(b.detection.tool === undefined));
}

/**
 * The docs roots and the settings of a site, from its generator's configuration.
 *
 * @param evaluated what running a configuration that is code gave; without it its literal values are read
 */
export function detectSite(view: FolderView, config: FoundConfig, evaluated?: ConfigValue): DetectedSite {
  const { path, folder } = config;
  const detection = detectionOf(config);
  const text = view.readText(path) ?? '';
  const { value, unread } =
    evaluated === undefined ? readValue(view, config, detection, text) : { value: evaluated, unread: [] };
  const site = detection.site({
    ...{ view, path, folder, text, value: isObject(value) ? value : {} },
    readModule: (module) => (view.readText(module) === undefined ? undefined : readModule(view, module).value),
  });
  return { config, names: namesOf(site), roots: site.roots, unread: [...unread, ...(site.unread ?? [])] };
}

function namesOf(site: SiteOfConfig): SiteNames {
  const [title, description] = [site.title, site.description].map((name) =>
    typeof name === 'string' ? oneLine(name) || undefined : undefined,
  );
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

function readValue(
  view: FolderView,
  { path, isCode }: FoundConfig,
  { readsText, decides, tool }: SiteDetection,
  text: string,
): { readonly value: unknown; readonly unread: readonly string[] } {
  if (readsText) return { value: {}, unread: [] };
  if (isCode) {
    const { value, unread } = readModule(view, path);
    return { value, unread: unread.filter((key) => key === path || key === '' || decides?.(key)) };
  }
  try {
    if (path.endsWith('.toml')) return { value: parseToml(text), unread: [] };
    if (path.endsWith('.json') && tool !== undefined) return { value: soundJsonValue(text), unread: [] };
    return { value: parseYaml(text).toJS(), unread: [] };
  } catch {
    return { value: {}, unread: tool === undefined ? [path] : [] };
  }
}
