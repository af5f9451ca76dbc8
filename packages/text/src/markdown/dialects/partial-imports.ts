const PARTIAL = /^import[ \t]+([A-Z]\w*)[ \t]+from[ \t]+(?:'([^'\r\n]+\.mdx?)'|"([^"\r\n]+\.mdx?)")/gm;

/**
 * The paths of the markdown files that a page of MDX imports, by the names of their components. They are strings of
 * JavaScript: formatters of markdown write `\_` for `_`.
 */
export function partialImports(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(PARTIAL)];
  return new Map(found.map(([, name, single, double]) => [name!, (single ?? double!).replace(/\\(.)/g, '$1')]));
}
