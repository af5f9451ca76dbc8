/** What a caller says over the configuration file. */
export interface WorkspaceOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The embedding model, over file and environment. */
  readonly embeddingModel?: string | undefined;
  /** Reports work with the embedding cache that a user should know about. */
  readonly onWarning?: (message: string) => void;
}

/** The embedding model that caller or environment say over the file. */
export function modelOverFile({ env, embeddingModel }: WorkspaceOptions): string | undefined {
  return embeddingModel ?? env['TOPICMILL_EMBEDDING_MODEL'];
}
