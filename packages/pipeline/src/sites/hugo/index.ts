import { isWithin } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { objectAt } from '../config-value.js';
import { foldersFrom } from '../page-path.js';
import { isVersionBefore } from '../publication.js';
import { siteGenerator } from '../site-generator.js';
import { hugoConfig } from './config.js';
import { hugoRoots } from './detect.js';
import { ENDINGS, hugoPages, settings } from './pages.js';

/** Folders next to a page, or to a folder above it, in which sites keep what their shortcodes include. */
const INCLUDED_FOLDERS = ['_includes', 'includes', '_partials', 'partials', 'examples', '_common'];

export const hugo = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        {
          folder: 'config/_default',
          name: /^(?:hugo|config)\.(?:toml|ya?ml|json)$/,
          matches: (_, names) => names.has('content'),
        },
        { name: /^hugo\.(?:toml|ya?ml|json)$/ },
        {
          name: /^config\.(?:toml|ya?ml|json)$/,
          matches: (text, names) =>
            /baseurl/i.test(text) && (names.has('content') || names.has('themes') || /contentDir/i.test(text)),
        },
      ],
      site({ view, folder, value }) {
        const config = hugoConfig(view, folder, value);
        const { description } = objectAt(config, 'params');
        return { roots: hugoRoots(view, folder, config), title: config['title'], description };
      },
    },
  ],
  endings: ENDINGS,
  linksAreAddresses: true,
  dialect: () => 'hugo',
  anchors: ({ headingIds, version, typographer }) => ({
    style: 'hugo',
    idType: headingIds,
    fromSource: isVersionBefore(version, [0, 144]),
    typographer,
  }),
  pages: hugoPages,
  inclusionPlaces({ written, folder, docsRoot }) {
    const path = written.replace(/^\/+/, '');
    const above = new Set([...foldersFrom(folder).filter((each) => isWithin(each, docsRoot)), docsRoot]);
    const usual = [...above].flatMap((each) => INCLUDED_FOLDERS.map((name) => pathIn(each, name)));
    const places = [...(written.startsWith('/') ? [] : [folder]), ...usual, ...foldersFrom(docsRoot)];
    return places.flatMap((place) => [path, `${path}.md`].map((name) => [...(place === '' ? [] : [place]), name]));
  },
});
