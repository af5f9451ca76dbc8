import { ASSET_FOLDERS, type DetectedRoot, type FolderView, foldersFrom, joinPath, joinUrl } from '../sites/index.js';
import { lacksHost } from './lacks-host.js';

const LABEL = /^[a-z0-9-]{1,63}$/i;

/**
 * A root with the domain that a `CNAME` of GitHub Pages names, in its folder or the nearest above it, where nothing else
 * says where its site is published. The path of its address stays.
 */
export function withCustomDomain(view: FolderView): (root: DetectedRoot) => DetectedRoot {
  return (root) => {
    const domain = lacksHost(root.site) ? customDomain(view, root.docsRoot) : undefined;
    if (domain === undefined) return root;
    const path = root.site.url?.replace(/^https?:\/\/[^/]*/, '');
    return { ...root, site: { ...root.site, url: joinUrl(`https://${domain}`, path) } };
  };
}

function customDomain(view: FolderView, docsRoot: string): string | undefined {
  for (const folder of foldersFrom(docsRoot)) {
    for (const below of ['', ...ASSET_FOLDERS]) {
      const written = view.readText(joinPath(folder, below, 'CNAME'))?.trim();
      if (written !== undefined && isDomain(written)) return written.toLowerCase();
    }
  }
  return undefined;
}

/** GitHub takes one domain, and nothing else, from the file. */
function isDomain(written: string): boolean {
  const labels = written.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}
