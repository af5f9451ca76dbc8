import { liquidPlaces } from '../liquid-places.js';
import { siteGenerator } from '../site-generator.js';
import { plainPages, settings } from './pages.js';
import { PLAIN_TOOLS } from './tools.js';

/** Pages that no known generator publishes: those of other tools, and those of repositories without a site. */
export const none = siteGenerator({
  settings,
  detections: PLAIN_TOOLS,
  dialect: ({ dialect }) => dialect ?? 'markdown',
  anchors: () => ({ style: 'github' }),
  files: ({ summary }) => ({ inDocsRoot: summary === undefined ? [] : [summary] }),
  pages: plainPages,
  // MyST writes a path from the folder of its configuration with a slash.
  inclusionPlaces: (place, { dialect }) => {
    if (dialect === 'liquid') return liquidPlaces(place);
    const { written, folder, docsRoot } = place;
    return [written.startsWith('/') ? [docsRoot, written.slice(1)] : [folder, written]];
  },
});
