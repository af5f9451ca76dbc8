/** What is known about the HTML of a generator: a row of data, where what any site may have is not enough. */
interface HtmlGenerator {
  /** Of what `<meta name="generator">` says. */
  readonly sign: RegExp;
  /** CSS selectors of the element that contains the text of a page, in the order in which they are tried. */
  readonly content: readonly string[];
}

const HTML_GENERATORS: readonly HtmlGenerator[] = [
  { sign: /^Antora\b/, content: ['article.doc'] },
  // Its titles are not in its content.
  { sign: /^Ascii[Dd]oc/, content: ['body'] },
  { sign: /^Docutils\b/, content: ['[role="main"]', '.body', '.docs-body'] },
  { sign: /^Doxygen\b/, content: ['.contents'] },
  { sign: /^rustdoc\b/, content: ['#main-content'] },
];

/** Selectors of the main content in HTML of a generator; none for one that is not known. */
export function contentSelectors(generator: string | undefined): readonly string[] {
  return HTML_GENERATORS.find(({ sign }) => generator !== undefined && sign.test(generator))?.content ?? [];
}

/** Elements that list what is on other pages, as generators make them from all pages. */
export const GENERATED_LIST_SELECTORS: readonly string[] = [
  // Doxygen
  'table.directory',
  '.classindex',
  // Haddock
  '#alphabet ~ #index',
  // Javadoc
  'ul[title="Package Hierarchy"], [class*="hierarchy"]',
  // Sphinx
  '.genindextable',
  '.modindextable',
];
