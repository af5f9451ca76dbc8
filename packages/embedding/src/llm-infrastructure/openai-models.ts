/** What is known of OpenAI's embedding models. */
export interface OpenAiModel {
  readonly dimensions: number;
  /** OpenAI's list price, 2026-07-03. */
  readonly usdPerMillionTokens: number;
}

/** OpenAI's embedding models by name. */
export const OPENAI_MODELS: Readonly<Record<string, OpenAiModel>> = {
  'text-embedding-3-large': { dimensions: 3_072, usdPerMillionTokens: 0.13 },
  'text-embedding-3-small': { dimensions: 1_536, usdPerMillionTokens: 0.02 },
};
