import type { WrittenSettings } from '../site-config/index.js';

/** Whether the addresses of a site start with `/`, since its configuration does not say where it is published. */
export function lacksHost(site: WrittenSettings): boolean {
  const areFilesRead = site.generator === 'none' && site.permalink === undefined;
  return !areFilesRead && (site.url ?? '/').startsWith('/');
}
