const DEFAULT_OUT_DIR = 'topics';

/** The folder below which each topic has its results: next to its source for folders, apart from it for pages. */
export function resultsRootOf({ sources, docsRoot, outDir }: ResultsConfig): string {
  return sources === 'pages' ? (outDir ?? DEFAULT_OUT_DIR) : docsRoot;
}

/** What of a configuration says where results go. */
export interface ResultsConfig {
  readonly sources: 'folders' | 'pages';
  readonly docsRoot: string;
  readonly outDir?: string | undefined;
}
