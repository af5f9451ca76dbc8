/** What can go wrong with any served model. */
type Outcome =
  | 'ABORTED'
  | 'BAD_RESPONSE'
  | 'HOST_UNTRUSTED'
  | 'KEY_MISSING'
  | 'KEY_REJECTED'
  | 'MODEL_MISSING'
  | 'QUOTA'
  | 'RATE_LIMITED'
  | 'REQUEST_REJECTED'
  | 'SERVER_ERROR'
  | 'TIMEOUT'
  | 'UNREACHABLE';

type ErrorCodePrefix = 'EMBEDDER' | 'GENERATOR';

/** A kind of work that models do, as errors name it. */
export interface Service {
  code<Kind extends Outcome>(outcome: Kind): `${ErrorCodePrefix}_${Kind}`;
  readonly activity: string;
  /** What an answer should have been. */
  readonly product: string;
  readonly kept: string;
  readonly checkRequest: string;
}

export const EMBEDDING: Service = {
  code: (outcome) => `EMBEDDER_${outcome}`,
  activity: 'Embedding',
  product: 'an embedding',
  kept: 'what was embedded',
  checkRequest: 'Check that the model is an embedding model, and check the text that is named.',
};

export const GENERATION: Service = {
  code: (outcome) => `GENERATOR_${outcome}`,
  activity: 'The model',
  product: 'a text',
  kept: 'what was answered',
  checkRequest: 'Check that the model is a chat model, and that the request fits into its context.',
};

/** How errors speak of a provider, and what they advise. */
export interface ProviderWords {
  /** `Ollama at http://127.0.0.1:11434`. */
  readonly server: string;
  readonly unreachable: string;
  readonly modelMissing: string;
  readonly keyRejected: string;
}
