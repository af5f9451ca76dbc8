import { TopicmillError } from '@topicmill/base/diagnostics';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { parseConfig } from '../config/index.js';
import { CONFIG_FILE } from '../runner/index.js';
import { type FolderView, filesBelow } from '../sites/index.js';
import { isHiddenName } from '../workspace/index.js';

const DEFAULT_DOCS_ROOT = 'docs';

/**
 * The folder that contains the topics: the one asked for, else the one that `topicmill.yaml` names, else `docs`, unless it
 * has no topic and just one other folder at the root has.
 *
 * @param asked folder relative to the repository's root
 * @throws TopicmillError `INVALID_OPTION`; FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function chooseDocsRoot(view: FolderView, asked: string | undefined): string {
  const configText = view.readText(CONFIG_FILE);
  const configured = configText === undefined ? undefined : parseConfig(configText, CONFIG_FILE).docsRoot;
  if (asked === undefined) return configured ?? foundDocsRoot(view);
  const folder = plainFolder(asked);
  if (configured !== undefined && plainFolder(configured) !== folder) {
    throw new TopicmillError('INVALID_OPTION', `${CONFIG_FILE} names "${configured}" as docs root, not "${asked}".`, {
      remedy: `Change docsRoot in ${CONFIG_FILE}, or leave the option out.`,
    });
  }
  return configured ?? folder;
}

/**
 * A folder below the repository's root as `topicmill.yaml` writes it.
 *
 * @param mayBeRoot whether `.` is one, as it is for pages
 * @throws TopicmillError `INVALID_OPTION`
 */
export function plainFolder(path: string, mayBeRoot = false): string {
  const folder = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  if (folder === '' && mayBeRoot && !path.startsWith('/')) return '.';
  if (folder !== '' && !path.startsWith('/') && !folder.split('/').includes('..')) return folder;
  throw new TopicmillError('INVALID_OPTION', `"${path}" cannot be the docs root.`, {
    remedy: 'Name a folder below the root of the repository, such as docs.',
  });
}

function foundDocsRoot(view: FolderView): string {
  const holders = view
    .list('')
    .filter(({ name, isFolder }) => isFolder && !isHiddenName(name))
    .map(({ name }) => name)
    .filter((name) => filesBelow(view, name, (file) => file === REFERENCE_FILE, isHiddenName).length > 0)
    .sort();
  if (holders.length === 0 || holders.includes(DEFAULT_DOCS_ROOT)) return DEFAULT_DOCS_ROOT;
  if (holders.length === 1 && view.readText(`${holders[0]}/${REFERENCE_FILE}`) === undefined) return holders[0]!;
  throw new TopicmillError(
    'INVALID_OPTION',
    `There are topics in ${holders.join(', ')}, and no folder contains them all.`,
    {
      remedy: 'Name one of them with --docs, or move them all into one folder, such as docs.',
    },
  );
}
