import { PAGE_ENDINGS } from '@topicmill/base/config';
import { parseYaml } from '@topicmill/base/yaml';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { splitPath } from './page-path.js';

/**
 * The pages that the `nav` of a mkdocs.yml names, as paths without extension, in its order; empty without a nav. Tags of
 * Python objects, which MkDocs allows, are skipped.
 */
export function navPaths(mkdocsYaml: string): string[] {
  const document = parseYaml(mkdocsYaml);
  const nav = document.get('nav', true);
  return nav === undefined ? [] : pathsOf(nav as Node);
}

function pathsOf(node: unknown): string[] {
  if (isSeq(node)) return node.items.flatMap(pathsOf);
  if (isMap(node)) return node.items.flatMap(({ value }) => pathsOf(value));
  if (!isScalar(node) || typeof node.value !== 'string') return [];
  const path = node.value;
  if (path.endsWith('/')) return [path.replace(/^\.?\//, '')];
  const { folder, name, extension } = splitPath(path.replace(/^\.?\//, ''));
  return PAGE_ENDINGS.mkdocs.some((ending) => extension === `.${ending}`) ? [pathIn(folder, name)] : [];
}
