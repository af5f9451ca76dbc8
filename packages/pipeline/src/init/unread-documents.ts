import { pathIn } from '@topicmill/topics/formats/file-names';
import type { FolderView } from '../sites/index.js';
import { isHiddenName } from '../workspace/index.js';
import { isOfTheRepository } from './choose-sources.js';

/** Documents of a format that is not read. */
export interface UnreadDocuments {
  readonly format: string;
  /** Sorted by folder and name. */
  readonly paths: readonly string[];
}

const FORMATS: Readonly<Record<string, string>> = { adoc: 'AsciiDoc', asciidoc: 'AsciiDoc', rst: 'reStructuredText' };
const DOCUMENT = /\.(adoc|asciidoc|rst)$/;

/**
 * Documents of a repository in formats other than markdown, the format of most of them; `undefined` where there are none.
 * What is hidden or ignored, and what the repository says about itself, such as README.rst, does not count.
 */
export function unreadDocuments(view: FolderView): UnreadDocuments | undefined {
  const found = new Map<string, string[]>();
  const walk = (folder: string): void => {
    for (const { name, isFolder } of view.list(folder)) {
      const path = pathIn(folder, name);
      const ending = isFolder ? undefined : DOCUMENT.exec(name)?.[1];
      const isSkipped = isFolder
        ? isHiddenName(name) || name === 'node_modules'
        : ending === undefined || isOfTheRepository(name);
      if (isSkipped || view.isIgnored?.(path, isFolder)) continue;
      if (ending === undefined) walk(path);
      else found.set(FORMATS[ending]!, [...(found.get(FORMATS[ending]!) ?? []), path]);
    }
  };
  walk('');
  const [most] = [...found].sort(([, a], [, b]) => b.length - a.length);
  return most === undefined ? undefined : { format: most[0], paths: most[1].sort() };
}
