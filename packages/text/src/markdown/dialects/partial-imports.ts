const PARTIAL = /^import[ \t]+([A-Z]\w*)[ \t]+from[ \t]+(?:'([^'\r\n]+\.mdx?)'|"([^"\r\n]+\.mdx?)")/gm;

/** The paths of the markdown files that a page of MDX imports, as it writes them, by the names of their components. */
export function partialImports(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(PARTIAL)].map(([, name, single, double]) => [name!, single ?? double!]));
}
