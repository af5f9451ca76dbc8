/** What a page may be written in besides CommonMark with GFM. */
export const DIALECT_NAMES = [
  'none',
  'markdown',
  'mdx',
  'docusaurus',
  'starlight',
  'vitepress',
  'hugo',
  'mkdocs',
  'mdbook',
  'jekyll',
  'liquid',
  'quarto',
  'myst',
  'mdc',
  'obsidian',
  'gitbook',
  'kumascript',
  'docfx',
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

/** Tags of a template language, by the marks around them. */
export type TemplateLanguage = 'gitbook' | 'hugo' | 'kumascript' | 'liquid' | 'mdbook' | 'vue';

/**
 * How the author of a page gives a heading its id; `brackets`, as in `## Tea [#tea]`, is that of Nextra and Fumadocs,
 * `anchor`, as in `## <a name="tea"></a>Tea`, that of DocFX.
 * With `braces-of-headings` nothing but a heading has attributes: braces elsewhere are text where no generator is known.
 */
export type HeadingIdForm =
  | 'anchor'
  | 'attribute-list'
  | 'braces'
  | 'braces-of-headings'
  | 'braces-with-attributes'
  | 'brackets';

/**
 * How lines open and close a container: `colons`, as in `:::name`; `braced-colons`, which may have attributes in place of
 * the name, as in `::: {.name}`; `slashes`, as in `/// name | Title`, of PyMdown Extensions; `fences`, as in
 * `` ```{name} Title `` and `:::{name}`, of MyST; `components`, as in `::name{attributes}`, of MDC; `named-ends`, as in
 * `:::name` and `:::name-end`, of DocFX.
 */
export type DirectiveForm = 'colons' | 'braced-colons' | 'slashes' | 'fences' | 'components' | 'named-ends';

/**
 * What words are marked with besides tags and templates: `roles`, as in `` {ref}`text` ``, of MyST; `components`, as in
 * `:name[text]{attributes}`, of MDC; both with `[text]{.class}`; `vault`, as in `[[Page]]` and `==text==`, of Obsidian;
 * `docfx`, as in `[!NOTE]`, `<xref:Name>` and `:::image source="a.png":::`.
 */
export type InlineForm = 'roles' | 'components' | 'vault' | 'docfx';

/** What a dialect adds to markdown; each feature is read by one rule. */
export interface Dialect {
  readonly name: DialectName;
  /** `jsx`: MDX with module code, JSX tags and expressions, and neither HTML nor indented code. */
  readonly tags: 'html' | 'jsx';
  readonly directives: DirectiveForm | undefined;
  /** `!!! note`, `??? note` and `=== "Tab"`, whose bodies are indented by four columns. */
  readonly hasAdmonitions: boolean;
  /** Headings need no space after `#`, and start their line, as in Python-Markdown. */
  readonly hasTightHeadings: boolean;
  /** A block of HTML ends with its element, and elements with `markdown` contain markdown: kramdown, Python-Markdown. */
  readonly hasMarkdownAfterTags: boolean;
  /** Whether four columns of white space make a line code. */
  readonly hasIndentedCode: boolean;
  readonly template: TemplateLanguage | undefined;
  readonly inline: InlineForm | undefined;
  readonly headingIds: HeadingIdForm | undefined;
  /** Directives that include text of another file. */
  readonly inclusions:
    | 'docfx'
    | 'liquid'
    | 'mdbook'
    | 'myst'
    | 'partials'
    | 'shortcodes'
    | 'snippets'
    | 'vitepress'
    | undefined;
}

const MARKDOWN: Dialect = {
  name: 'markdown',
  tags: 'html',
  directives: undefined,
  hasAdmonitions: false,
  hasTightHeadings: false,
  hasMarkdownAfterTags: false,
  hasIndentedCode: true,
  template: undefined,
  inline: undefined,
  headingIds: undefined,
  inclusions: undefined,
};

/** What the syntax of MDX changes in any dialect. */
const MDX = { tags: 'jsx', hasIndentedCode: false } as const;

const DIALECTS: Readonly<Record<Exclude<DialectName, 'none'>, Dialect>> = {
  markdown: { ...MARKDOWN, headingIds: 'braces-of-headings' },
  mdx: { ...MARKDOWN, ...MDX, name: 'mdx', headingIds: 'brackets' },
  docusaurus: {
    ...MARKDOWN,
    ...MDX,
    name: 'docusaurus',
    directives: 'colons',
    headingIds: 'braces',
    inclusions: 'partials',
  },
  starlight: { ...MARKDOWN, name: 'starlight', directives: 'colons', inclusions: 'partials' },
  vitepress: {
    ...MARKDOWN,
    name: 'vitepress',
    directives: 'colons',
    template: 'vue',
    headingIds: 'braces-with-attributes',
    inclusions: 'vitepress',
  },
  hugo: { ...MARKDOWN, name: 'hugo', template: 'hugo', headingIds: 'braces-with-attributes', inclusions: 'shortcodes' },
  mkdocs: {
    ...MARKDOWN,
    name: 'mkdocs',
    directives: 'slashes',
    hasAdmonitions: true,
    hasTightHeadings: true,
    hasMarkdownAfterTags: true,
    headingIds: 'attribute-list',
    inclusions: 'snippets',
  },
  mdbook: {
    ...MARKDOWN,
    name: 'mdbook',
    template: 'mdbook',
    headingIds: 'braces-with-attributes',
    inclusions: 'mdbook',
  },
  jekyll: {
    ...MARKDOWN,
    name: 'jekyll',
    hasMarkdownAfterTags: true,
    template: 'liquid',
    headingIds: 'attribute-list',
    inclusions: 'liquid',
  },
  liquid: { ...MARKDOWN, name: 'liquid', template: 'liquid', inclusions: 'liquid' },
  quarto: {
    ...MARKDOWN,
    name: 'quarto',
    directives: 'braced-colons',
    template: 'hugo',
    headingIds: 'braces-with-attributes',
    inclusions: 'shortcodes',
  },
  myst: {
    ...MARKDOWN,
    name: 'myst',
    directives: 'fences',
    inline: 'roles',
    headingIds: 'braces-of-headings',
    inclusions: 'myst',
  },
  mdc: {
    ...MARKDOWN,
    name: 'mdc',
    directives: 'components',
    hasIndentedCode: false,
    template: 'vue',
    inline: 'components',
    headingIds: 'braces-with-attributes',
  },
  obsidian: { ...MARKDOWN, name: 'obsidian', inline: 'vault' },
  gitbook: { ...MARKDOWN, name: 'gitbook', template: 'gitbook', headingIds: 'braces-of-headings' },
  kumascript: { ...MARKDOWN, name: 'kumascript', template: 'kumascript', headingIds: 'braces-of-headings' },
  docfx: {
    ...MARKDOWN,
    name: 'docfx',
    directives: 'named-ends',
    inline: 'docfx',
    headingIds: 'anchor',
    inclusions: 'docfx',
  },
};

/**
 * The dialect of a page: that of its site's generator, with MDX's syntax where the file's name ends in `.mdx`.
 * `undefined` for `none`, unless the page is MDX.
 *
 * @param path the page's path, or its file name
 */
export function dialectOf(name: DialectName, path: string): Dialect | undefined {
  const dialect = name === 'none' ? undefined : DIALECTS[name];
  if (!/\.mdx$/i.test(path)) return dialect;
  return dialect === undefined ? DIALECTS.mdx : { ...dialect, ...MDX };
}
