import type { WrittenSettings } from '../sites/index.js';

/** The computer of whoever looks at a site before it is published. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i;

/**
 * Whether a site's configuration does not say where it is published: its addresses start with `/`, or with the computer
 * of whoever looks at it, as they do where the address is a variable of the environment.
 */
export function lacksHost(site: WrittenSettings): boolean {
  const areFilesRead = site.generator === 'none' && site.permalink === undefined;
  return !areFilesRead && ((site.url ?? '/').startsWith('/') || LOCAL.test(site.url!));
}
