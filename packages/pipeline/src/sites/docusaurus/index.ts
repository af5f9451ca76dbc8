import { decidingKeys, SCRIPT } from '../detected-site.js';
import { siteGenerator } from '../site-generator.js';
import { docusaurusRoots } from './detect.js';
import { DOCUSAURUS_FILES, docusaurusPages, settings } from './pages.js';

export const docusaurus = siteGenerator({
  settings,
  detections: [
    {
      configs: [{ name: new RegExp(`^docusaurus\\.config\\.${SCRIPT}`), isCode: true }],
      decides: decidingKeys(
        ...['url', 'baseUrl', 'trailingSlash', 'i18n', 'locales', 'defaultLocale', 'path', 'routeBasePath', 'exclude'],
        ...['include', 'sidebarPath', 'lastVersion', 'versions', 'numberPrefixParser', 'maintainCase', 'slug'],
      ),
      site: (config) => {
        const { title, tagline } = config.value;
        return { roots: docusaurusRoots(config), title, description: tagline };
      },
    },
  ],
  linksAreAddresses: true,
  includesByImport: true,
  dialect: () => 'docusaurus',
  anchors: ({ anchorCase }) => ({ style: 'docusaurus', maintainsCase: anchorCase === 'keep' }),
  files: () => ({ inDocsRoot: DOCUSAURUS_FILES }),
  pages: docusaurusPages,
});
