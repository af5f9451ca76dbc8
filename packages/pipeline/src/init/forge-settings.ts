import type { FolderView, WrittenSettings } from '../sites/index.js';
import { gitRemote, textOfGit } from './git-remote.js';

const FORGES: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'codeberg.org': 'gitea',
};

/**
 * Settings for pages that no generator publishes: they are read on the forge of git's remote `origin`, on its default
 * branch. Without a forge that is known their addresses are relative.
 */
export function forgeSettings(view: FolderView, docsRoot: string): WrittenSettings {
  const { host = '', path = '' } = gitRemote(view) ?? {};
  const forge = FORGES[host.toLowerCase()];
  if (forge === undefined) return { generator: 'none' };
  const settings = {
    generator: 'none',
    repository: `https://${host}/${path}`,
    branch: branchOf(view),
    ...(docsRoot === '.' ? {} : { path: docsRoot }),
    ...(forge === 'github' ? {} : { forge }),
  };
  return settings as WrittenSettings;
}

function branchOf(view: FolderView): string {
  const ofRemote = /^ref: refs\/remotes\/origin\/(\S+)/m.exec(textOfGit(view, 'refs/remotes/origin/HEAD'))?.[1];
  return ofRemote ?? /^ref: refs\/heads\/(\S+)/m.exec(textOfGit(view, 'HEAD'))?.[1] ?? 'main';
}
