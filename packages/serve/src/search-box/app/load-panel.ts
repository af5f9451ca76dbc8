import { retried } from './retries.js';

type PanelModule = typeof import('./search-panel.js');

/** Name of the script next to this one, with a hash of it, so that a cache has no older one; the bundler sets it. */
declare const PANEL_SCRIPT: string;
/** Where the script is: by default the index is in the same folder. */
export const SCRIPT_URL = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;

let loaded: Promise<PanelModule> | undefined;
let failedCount = 0;

/**
 * What searches and shows results: several times the size of this script, it is loaded when somebody is about to search.
 *
 * @param folder of the index, where the script is not known by its address: then the panel is next to the index
 * @throws TypeError when it cannot be loaded; the next call tries again
 */
export function loadPanel(folder: URL): Promise<PanelModule> {
  loaded ??= retried(() => importPanel(folder)).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function importPanel(folder: URL): Promise<PanelModule> {
  const address = new URL(PANEL_SCRIPT, SCRIPT_URL ?? folder);
  // A browser remembers that an address could not be loaded.
  if (failedCount > 0) address.searchParams.set('again', String(failedCount));
  try {
    return (await import(address.href)) as PanelModule;
  } catch (error) {
    failedCount += 1;
    throw error;
  }
}
