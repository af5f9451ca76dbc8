import * as z from 'zod';

/** How many parts of a pattern may repeat without an end: what goes back over a path takes its length for each of them. */
const MAX_ENDLESS = 3;
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]?|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\)[*+{]?|[|*+?{]|[^\\[()|*+?{]+|./gs;

/**
 * Whether a regular expression of a site's configuration can be tried on any path: those of Go never go back, those of
 * JavaScript may take forever. A group that repeats contains no choice and no repetition, and at most three parts repeat
 * without an end.
 */
export function isQuickPattern(source: string): boolean {
  const groups: Group[] = [{ branches: false }];
  let endless = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    const repeats = /^\)?[*+{]$/.test(token);
    if (repeats) endless++;
    if (token.startsWith('(')) groups.push({ branches: false });
    else if (token.startsWith(')') && groups.length > 1) {
      const { branches } = groups.pop()!;
      if (branches && repeats) return false;
      groups.at(-1)!.branches ||= branches || repeats;
    } else if (repeats || token === '|' || token === '?') groups.at(-1)!.branches = true;
  }
  return endless <= MAX_ENDLESS;
}

/** A group that is open, and whether a choice or repetition is in it. */
interface Group {
  branches: boolean;
}

/** Whether JavaScript can read it. */
function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

const url = z
  .string()
  .regex(/^(?:\/|https?:\/\/[^/\s?#])[^\s?#]*$/, 'must start with /, http:// or https://, and contain no space, ? or #')
  .default('/')
  .describe('Address of the site with its base path, such as https://example.github.io/project/.');

const NOT_QUICK =
  'must not repeat a group that contains a choice or repetition, and at most three parts may repeat: it could take forever';

const pattern = z
  .string()
  .min(1)
  .refine(isPattern, 'must be a regular expression of JavaScript, without (?i)')
  .refine(isQuickPattern, NOT_QUICK);

const order = z
  .array(z.string().min(1))
  .optional()
  .describe(
    'Order of pages, if the site defines one: page paths without extension, or a folder with / at its end for all below it. Pages not named here follow.',
  );

const inclusions = z
  .boolean()
  .default(false)
  .describe('Whether the text that pages include from other files is part of their chunks.');

const version = z
  .string()
  .regex(/^\d+(?:\.\d+)*$/, 'must be a version number, such as 0.111 or 5.18.2')
  .optional();

const docusaurus = z.strictObject({
  generator: z.literal('docusaurus'),
  url,
  content: z
    .enum(['docs', 'blog', 'pages'])
    .default('docs')
    .describe('The plugin that publishes this docs root; a site may have a blog and pages in addition to docs.'),
  routeBasePath: z
    .string()
    .default('docs')
    .describe('Path of the docs below url, with the path of a version: docs, docs/1.0, or / for the root.'),
  trailingSlash: z.boolean().optional().describe('As in docusaurus.config; unset leaves addresses as they are.'),
  numberPrefixes: z.boolean().default(true).describe('Whether 01- before a name is order and not part of the address.'),
  anchorCase: z.enum(['lower', 'keep']).default('lower').describe('markdown.anchors.maintainCase.'),
  exclude: z.array(z.string().min(1)).optional().describe("Globs of the docs plugin's exclude; its default if unset."),
  inclusions,
  order,
});

const vitepress = z.strictObject({
  generator: z.literal('vitepress'),
  url,
  pathPrefix: z
    .string()
    .default('')
    .describe('Folder of docsRoot below srcDir, for a language in a docs root of its own: fr.'),
  locales: z
    .array(z.string().min(1))
    .default([])
    .describe('Folders of languages that are docs roots of their own and are left out of this one.'),
  cleanUrls: z.boolean().default(false),
  rewrites: z
    .record(z.string().min(1), z.string().min(1))
    .refine((rules) => Object.keys(rules).every(isQuickPattern), NOT_QUICK)
    .default({})
    .describe('Page path to published path, with .md; patterns as VitePress reads them.'),
  srcExclude: z.array(z.string().min(1)).default([]),
  inclusions,
  order,
});

const vuepress = z.strictObject({
  generator: z.literal('vuepress'),
  url,
  pathPrefix: z
    .string()
    .default('')
    .describe("Folder of docsRoot below the site's source, for a language in a docs root of its own: zh."),
  locales: z
    .array(z.string().min(1))
    .default([])
    .describe('Folders of languages that are docs roots of their own and are left out of this one.'),
  exclude: z.array(z.string().min(1)).default([]).describe('Patterns that begin with ! in pagePatterns.'),
  order,
});

const starlight = z.strictObject({
  generator: z.literal('starlight'),
  url,
  version: version.describe(
    'Version of Astro; the newest if unset. Decides how anchors end, and whether folders that start with _ are left out.',
  ),
  pathPrefix: z
    .string()
    .default('')
    .describe('Folder of docsRoot below src/content/docs, for a language in a docs root of its own: fr.'),
  locales: z
    .array(z.string().min(1))
    .default([])
    .describe('Folders of languages that are docs roots of their own and are left out of this one.'),
  trailingSlash: z.enum(['always', 'never', 'ignore']).default('ignore'),
  format: z.enum(['directory', 'file', 'preserve']).default('directory').describe("Astro's build.format."),
  smartDashes: z.boolean().default(true).describe('Whether -- in a heading becomes a dash (markdown.smartypants).'),
  inclusions,
  order,
});

const hugo = z.strictObject({
  generator: z.literal('hugo'),
  url,
  version: version.describe('Version of Hugo; the newest if unset. Decides how anchors are made.'),
  pathPrefix: z.string().default('').describe("Folder of docsRoot below the site's content folder."),
  urlPrefix: z.string().default('').describe('Language or version before every address: fr.'),
  uglyUrls: z.boolean().default(false),
  lowerCasePaths: z.boolean().default(true).describe('The opposite of disablePathToLower.'),
  removePathAccents: z.boolean().default(false),
  headingIds: z.enum(['github', 'github-ascii', 'blackfriday']).default('github').describe('autoHeadingIDType.'),
  typographer: z
    .boolean()
    .default(true)
    .describe('Whether -- in a heading becomes a dash (markup.goldmark.extensions.typographer).'),
  permalinks: z
    .record(z.string().min(1), z.string().min(1))
    .default({})
    .describe('Pattern by section, for pages: /:year/:slug/.'),
  sectionPermalinks: z.record(z.string().min(1), z.string().min(1)).default({}).describe('The same for section pages.'),
  language: z.string().optional().describe('Language of this docs root, where file names carry one: page.fr.md.'),
  languages: z.array(z.string().min(1)).default([]).describe('All languages that file names may carry.'),
  ignoreFiles: z.array(pattern).default([]).describe('Regular expressions over paths.'),
  publishes: z
    .array(z.enum(['drafts', 'future', 'expired']))
    .default([])
    .describe('What the site publishes although Hugo leaves it out: buildDrafts, buildFuture, buildExpired.'),
  order,
});

const mkdocs = z.strictObject({
  generator: z.literal('mkdocs'),
  url,
  useDirectoryUrls: z.boolean().default(true),
  navFile: z.string().min(1).optional().describe('mkdocs.yml, relative to this file: its nav is the order of pages.'),
  excludeDocs: z.string().default('').describe('Patterns as in .gitignore, one per line: exclude_docs and draft_docs.'),
  slugify: z.enum(['ascii', 'unicode', 'pymdownx']).default('ascii').describe('slugify of the extension toc.'),
  slugSeparator: z.string().default('-').describe('separator of the extension toc.'),
  attributes: z.boolean().default(true).describe('Whether {: #id } is read: the extension attr_list.'),
  emoji: z.boolean().default(false).describe('Whether :name: is an emoji: the extension pymdownx.emoji.'),
  inclusions,
  snippetPaths: z
    .array(z.string().min(1))
    .default(['.'])
    .describe('Folders to search for snippets, relative to this file: base_path of pymdownx.snippets.'),
  order,
});

const mdbook = z.strictObject({
  generator: z.literal('mdbook'),
  url,
  version: version.describe('Version of mdBook; the newest if unset. Decides how anchors are made.'),
  smartPunctuation: z.boolean().optional().describe('As in book.toml; true from mdBook 0.5 on.'),
  inclusions,
});

const jekyll = z.strictObject({
  generator: z.literal('jekyll'),
  url,
  pathPrefix: z.string().default('').describe("Folder of docsRoot below the site's source."),
  permalink: z.string().default('date').describe('Permalink of the site: date, pretty, ordinal, none or a pattern.'),
  collections: z
    .record(z.string(), z.strictObject({ output: z.boolean().default(false), permalink: z.string().optional() }))
    .default({}),
  exclude: z.array(z.string().min(1)).default([]),
  include: z.array(z.string().min(1)).default([]),
  optionalFrontMatter: z
    .boolean()
    .default(false)
    .describe('Whether pages without front matter are published, as GitHub Pages does.'),
  gfm: z.boolean().default(true).describe("Whether kramdown's input is GFM."),
  autoIdPrefix: z.string().default('').describe("kramdown's auto_id_prefix: begins the ids derived from headings."),
  order,
});

const quarto = z.strictObject({
  generator: z.literal('quarto'),
  url,
  render: z
    .array(z.string().min(1))
    .default([])
    .describe('Globs of project.render: the files that are rendered, without those after !. Empty for all.'),
  order,
});

const docfx = z.strictObject({
  generator: z.literal('docfx'),
  url,
  pathPrefix: z.string().default('').describe('Path of docsRoot in the site: dest of build.content in docfx.json.'),
  configFolder: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of docfx.json, relative to this file: paths that begin with ~/ start there. docsRoot if unset.'),
  cleanUrls: z
    .boolean()
    .default(false)
    .describe('Whether addresses have no .html at their end, as those of Microsoft Learn.'),
  inclusions,
  order,
});

/** How the markdown of pages without a generator may be written. */
export const SITE_DIALECTS = ['myst', 'mdc', 'obsidian', 'gitbook'] as const;
export type SiteDialect = (typeof SITE_DIALECTS)[number];

const none = z.strictObject({
  generator: z.literal('none'),
  dialect: z
    .enum(SITE_DIALECTS)
    .optional()
    .describe(
      'How the pages are written: myst, as for Sphinx and Jupyter Book; mdc, as for Nuxt Content; obsidian; gitbook. If unset, HTML, comments and attributes of headings are left out of what is read, and nothing else.',
    ),
  url: url.describe('Address of the docs root where files are served as they are, or of the site of permalink.'),
  permalink: z
    .string()
    .includes('{path}')
    .optional()
    .describe(
      'Address of a page below url, where a tool of your own publishes it: docs/{path}/. {path} is the path of the file without its ending, and the folder of an index.md or README.md.',
    ),
  repository: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be the address of the repository')
    .optional()
    .describe('Address of the repository on its forge: https://github.com/owner/name; unused with permalink.'),
  branch: z.string().min(1).default('main'),
  path: z.string().default('').describe('Path of the docs root in the repository.'),
  forge: z.enum(['github', 'gitlab', 'bitbucket', 'gitea']).default('github'),
  summary: z
    .string()
    .min(1)
    .optional()
    .describe(
      "A table of contents below docsRoot, as GitBook's SUMMARY.md: the pages that it links to, in its order, and the docs root's README.md; without the file all pages.",
    ),
  orderKey: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Key of the front matter whose number orders the pages of a folder, such as weight; that of the page of a folder orders the folder.',
    ),
  order,
});

/** What `site` in `topicmill.yaml` says of the site that publishes the pages: plain values, never code. */
export const siteSchema = z.discriminatedUnion('generator', [
  docusaurus,
  vitepress,
  vuepress,
  starlight,
  hugo,
  mkdocs,
  mdbook,
  jekyll,
  quarto,
  docfx,
  none,
]);

/** Settings of a site with every default filled in. */
export type SiteSettings = z.infer<typeof siteSchema>;
export type SiteGenerator = SiteSettings['generator'];
/** The settings of one generator. */
export type SettingsOf<Generator extends SiteGenerator> = Extract<SiteSettings, { generator: Generator }>;
