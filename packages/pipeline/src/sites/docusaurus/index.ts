import { decidingKeys, SCRIPT } from '../detected-site.js';
import { siteGenerator } from '../site-generator.js';
import { docusaurusRoots } from './detect.js';
import { DOCUSAURUS_FILES, docusaurusPages, settings } from './pages.js';

const COLLATOR = new Intl.Collator('en');

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
  // Its router does not know upper from lower case, and takes the first route that matches.
  fileOf: (route) => route.replace(/\/$/, '').toLowerCase(),
  compareShown: (a, b) => COLLATOR.compare(b.route, a.route) || COLLATOR.compare(b.source.path, a.source.path),
});
