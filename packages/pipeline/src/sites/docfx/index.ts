import { objectAt, textAt } from '../config-value.js';
import { siteGenerator } from '../site-generator.js';
import { docfxRoots } from './detect.js';
import { docfxPages, settings, TOC_FILES } from './pages.js';

export const docfx = siteGenerator({
  settings,
  detections: [
    {
      configs: [{ name: /^docfx\.json$/, matches: (text) => /"content"\s*:/.test(text) }],
      site: ({ view, folder, value }) => {
        const metadata = objectAt(value, 'build', 'globalMetadata');
        const title = ['_appName', '_appTitle', 'titleSuffix'].map((key) => textAt(metadata, key)).find(Boolean);
        return { roots: docfxRoots(view, folder, value), title };
      },
    },
  ],
  dialect: () => 'docfx',
  anchors: () => ({ style: 'github' }),
  files: () => ({ inDocsRoot: TOC_FILES }),
  pages: docfxPages,
  inclusionPlaces: ({ written, docsRoot }, { configFolder }) =>
    written.startsWith('~/') ? [[configFolder ?? docsRoot, written.slice(2)]] : undefined,
});
