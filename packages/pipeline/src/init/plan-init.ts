import { CONFIG_FILE } from '../runner/index.js';
import type { FolderView } from '../site-config/index.js';
import { PIPELINE_VERSION } from '../workspace/index.js';
import { chooseDocsRoot } from './choose-docs-root.js';
import { defaultBase } from './default-base.js';
import { EXAMPLE_TOPIC } from './example-topic.js';
import { type NextCommands, nextCommands } from './next-commands.js';
import { dotEnv, gitIgnore, nxJson, packageJson, type RootFileMaker, topicmillYaml } from './root-files.js';
import { type LooseMarkdown, surveyDocs } from './survey-docs.js';

/** The release of Nx that this release of Topicmill is built and tested with. */
export const NX_VERSION = '24.0.6';

/** What the user asks for. */
export interface InitOptions {
  /** Folder that holds the topics, relative to the repository's root. */
  readonly docs?: string | undefined;
}

/** A file to write: its whole text. */
export interface FileChange {
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  readonly kind: 'create' | 'update';
  /** What is new in it, for people. */
  readonly summary: string;
  readonly text: string;
}

/** What turns a folder into a docs repository. */
export interface InitPlan {
  readonly docsRoot: string;
  /** Ids of the topics that are there already. */
  readonly topicIds: readonly string[];
  /** Empty when everything is in place. */
  readonly changes: readonly FileChange[];
  /** Markdown below the docs root that no topic holds; it stays where it is. */
  readonly looseMarkdown: readonly LooseMarkdown[];
  /** What comes after the changes. */
  readonly next: NextCommands;
}

/**
 * What to write so that a folder is a docs repository. Files that are there keep what they say; with the changes made,
 * the plan of the same folder is empty.
 *
 * @throws TopicmillError `INVALID_OPTION`, `WORKSPACE_FILE_INVALID`; FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function planInit(view: FolderView, { docs }: InitOptions = {}): InitPlan {
  const docsRoot = chooseDocsRoot(view, docs);
  const { topicIds, looseMarkdown } = surveyDocs(view, docsRoot);
  const versions = { topicmill: PIPELINE_VERSION, '@topicmill/nx': PIPELINE_VERSION, nx: NX_VERSION };
  const files: readonly (readonly [path: string, make: RootFileMaker])[] = [
    [CONFIG_FILE, topicmillYaml(docsRoot)],
    ['nx.json', nxJson(defaultBase(view))],
    ['package.json', packageJson(versions)],
    ['.gitignore', gitIgnore],
    ['.env', dotEnv(view.readText('nx.json'))],
    ...(topicIds.length > 0 ? [] : exampleTopic(docsRoot)),
  ];
  const changes = files.flatMap(([path, make]): FileChange[] => {
    const present = view.readText(path);
    const made = make(present);
    return made === undefined ? [] : [{ path, kind: present === undefined ? 'create' : 'update', ...made }];
  });
  return { docsRoot, topicIds, changes, looseMarkdown, next: nextCommands(view) };
}

function exampleTopic(docsRoot: string): [string, RootFileMaker][] {
  return Object.entries(EXAMPLE_TOPIC).map(([path, text]) => [
    `${docsRoot}/${path}`,
    (present) =>
      present === undefined ? { text, summary: 'an example topic, to build and then to replace' } : undefined,
  ]);
}
