import { resolveInRoot } from '@topicmill/base/paths';
import { siteGenerator } from '../site-generator.js';
import { mkdocsSite } from './detect.js';
import { ENDINGS, mkdocsPages, settings } from './pages.js';

export const mkdocs = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        { name: /^mkdocs\.ya?ml$/ },
        // Of repositories with several configurations, one for each language or edition.
        {
          isVariant: true,
          name: /^mkdocs[-_.][\w.-]+\.ya?ml$/,
          matches: (text) => /^(?:site_name|docs_dir|INHERIT)\s*:/m.test(text),
        },
      ],
      readsText: true,
      site: mkdocsSite,
      inherited: ({ folder, text }) => {
        const parent = /^INHERIT\s*:\s*['"]?([^'"\s#]+)/m.exec(text)?.[1];
        return parent === undefined ? undefined : resolveInRoot(folder, parent);
      },
    },
  ],
  endings: ENDINGS,
  dialect: () => 'mkdocs',
  anchors: ({ slugify, slugSeparator, attributes, emoji }) => ({
    style: 'python-markdown',
    slugify,
    separator: slugSeparator,
    hasAttributes: attributes,
    hasEmoji: emoji,
  }),
  files: ({ navFile }) => ({ inWorkspace: navFile === undefined ? [] : [navFile] }),
  pages: mkdocsPages,
  inclusionPlaces: ({ written, folder, docsRoot }, { snippetPaths }) => [
    ...snippetPaths.map((path) => [path, written]),
    ...[folder, docsRoot].map((path) => [path, written]),
  ],
});
