/** The docs root of pages that are imported from HTML. */
export const IMPORTED_PAGES = '.topicmill/html';

const DEFAULT_OUT_DIR = 'topics';

/** The folder below which each topic has its results: next to its source for folders, apart from it for pages. */
export function resultsRootOf({ sources, docsRoot, outDir }: ResultsConfig): string {
  return sources !== 'folders' ? (outDir ?? DEFAULT_OUT_DIR) : docsRoot;
}

/** What of a configuration says where results go. */
export interface ResultsConfig {
  readonly sources: 'folders' | 'pages' | 'html';
  readonly docsRoot: string;
  readonly outDir?: string | undefined;
}
