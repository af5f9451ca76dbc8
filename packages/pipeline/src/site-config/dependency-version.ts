import { parseJsonIfValid } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { objectAt, textAt } from './config-value.js';
import type { FolderView } from './folder-view.js';

/**
 * The version of an npm package that a folder uses: the installed one, else what its `package.json` asks for, without
 * the mark of a range. `undefined` where neither says a version.
 */
export function dependencyVersion(view: FolderView, folder: string, name: string): string | undefined {
  for (const at of ancestors(folder)) {
    const installed = parseJsonIfValid(view.readText(resolveInRoot(at, `node_modules/${name}/package.json`)) ?? '');
    const asked = parseJsonIfValid(view.readText(resolveInRoot(at, 'package.json')) ?? '');
    const range = textAt(objectAt(asked, 'dependencies'), name) ?? textAt(objectAt(asked, 'devDependencies'), name);
    const version = textAt(objectAt(installed), 'version') ?? range;
    const found = version === undefined ? null : /\d+(?:\.\d+)*/.exec(version);
    if (found !== null) return found[0];
  }
  return undefined;
}

function ancestors(folder: string): string[] {
  const segments = folder === '' ? [] : folder.split('/');
  return segments.map((_, at) => segments.slice(0, segments.length - at).join('/')).concat('');
}
