import type { ConfigValue } from '../config-value.js';
import type { DetectedRoot } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';

/** A tool whose pages can be found, while their addresses are those of the files, or of a simple rule. */
export interface PlainTool {
  /** Its usual spelling. */
  readonly name: string;
  /** What its configuration is called. */
  readonly file: RegExp;
  /** Whether a file of that name is its configuration; `names` are those in its folder. */
  matches(text: string, names: ReadonlySet<string>): boolean;
  /** Folders of its pages; those without a page do not count. */
  roots(view: FolderView, folder: string, text: string, path: string): readonly DetectedRoot[];
  /** What the site calls itself. */
  names?(text: string): ConfigValue;
  /** Whether it makes sites of any kind: another site, or a folder of docs with more pages, counts before it. */
  readonly isOfAnyKind?: boolean;
}
