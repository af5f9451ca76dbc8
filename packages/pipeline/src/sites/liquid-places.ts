import { foldersFrom } from './page-path.js';
import type { InclusionPlace } from './site-generator.js';

/** Where Liquid's `include` and `render` look: `_includes` of the site, which the docs root is in, and next to the page. */
export function liquidPlaces({ written, folder, docsRoot }: InclusionPlace): string[][] {
  const includes = foldersFrom(docsRoot).map((above) => [...(above === '' ? [] : [above]), '_includes']);
  return [...includes, folder === '' ? [] : [folder]].flatMap((place) =>
    [written, `${written}.html`, `${written}.liquid`, `${written}.md`].map((name) => [...place, name]),
  );
}
