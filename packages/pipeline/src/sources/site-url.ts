import type { SiteSettings } from '../sites/index.js';
import { areFilesRead, forgeAddress, type LineRange } from '../sites/index.js';

/** Percent-encodes what a path must not contain; `#` and `?` are part of a file's name here. */
export function encodePath(path: string): string {
  return encodeURI(path.replaceAll('%', '%25')).replaceAll('%2525', '%25').replace(/[?#]/g, encodeURIComponent);
}

/** The address of a route below the site's url. */
export function siteUrl(settings: SiteSettings, route: string): string {
  if (areFilesRead(settings)) return forgeAddress(route, settings);
  return `${settings.url.replace(/\/$/, '')}/${encodePath(route)}`;
}

/** Where in a page a chunk is. */
export interface PagePlace {
  /** Id of the heading that it is under; `undefined` above the first one, or under one without an id. */
  readonly anchor: string | undefined;
  /** Its lines in the page's file, for files read on a forge. */
  readonly lines: LineRange;
}

/**
 * The address of a part of a page for its readers: `#` and the id of its heading, or line numbers on a forge. Ids stay
 * readable: only white space and characters that end an address in markdown or HTML are encoded.
 */
export function partUrl(
  page: { readonly path: string; readonly url: string; readonly isPublished?: boolean },
  place: PagePlace,
  settings: SiteSettings,
): string {
  if (areFilesRead(settings) && settings.repository !== undefined && page.isPublished !== true)
    return forgeAddress(page.path, settings, place.lines);
  return place.anchor === undefined
    ? page.url
    : `${page.url}#${place.anchor.replace(/[\s"'()<>[\]\\`{|}%]/g, encodeFully)}`;
}

function encodeFully(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
