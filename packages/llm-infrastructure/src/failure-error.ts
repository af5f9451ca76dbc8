import { type DiagnosticCode, TopicmillError } from '@topicmill/diagnostics';
import type { EmbeddingProvider } from './embedding-provider.js';
import type { RequestFailure } from './request-failure.js';

/**
 * The error for a request that failed for good.
 *
 * @param labels what the caller calls the texts of the request
 */
export function failureError(
  failure: RequestFailure,
  provider: EmbeddingProvider,
  labels: readonly string[],
): TopicmillError {
  const { server } = provider.words;
  const { status } = failure.details;
  const said = failure.message === '' ? '' : `: ${failure.message}`;
  const about = describeLabels(labels);
  const make = (code: DiagnosticCode, message: string, remedy: string): TopicmillError =>
    new TopicmillError(code, `${message} (${about}).`, { remedy });

  switch (failure.kind) {
    case 'aborted':
      return make('EMBEDDER_ABORTED', 'Embedding was stopped', 'Run the command again; what was embedded is kept.');
    case 'timeout':
      return make('EMBEDDER_TIMEOUT', `${server} does not answer in time`, TRY_LATER);
    case 'network':
      return make('EMBEDDER_UNREACHABLE', `${server} cannot be reached${said}`, provider.words.unreachable);
    case 'malformed':
      return make('EMBEDDER_BAD_RESPONSE', `${server} sent an answer that is not an embedding${said}`, CHECK_SERVER);
    default:
      return make(codeOfStatus(failure), `${server} answers ${status}${said}`, remedyOfStatus(failure, provider));
  }
}

/** `a.md`, or `a.md and 3 more`. */
function describeLabels(labels: readonly string[]): string {
  const different = [...new Set(labels)];
  return different.length > 1 ? `${different[0]} and ${different.length - 1} more` : (different[0] ?? '');
}

const TRY_LATER = 'Try again later; what was embedded so far is kept.';
const CHECK_SERVER = 'Check that the address is that of an embedding server.';

function codeOfStatus(failure: RequestFailure): DiagnosticCode {
  const status = failure.details.status ?? 0;
  if (failure.isQuotaUsedUp) return 'EMBEDDER_QUOTA';
  if (status === 401 || status === 403) return 'EMBEDDER_KEY_REJECTED';
  if (status === 404) return 'EMBEDDER_MODEL_MISSING';
  if (status === 408) return 'EMBEDDER_TIMEOUT';
  if (status === 429) return 'EMBEDDER_RATE_LIMITED';
  return failure.isTransient ? 'EMBEDDER_SERVER_ERROR' : 'EMBEDDER_REQUEST_REJECTED';
}

function remedyOfStatus(failure: RequestFailure, provider: EmbeddingProvider): string {
  switch (codeOfStatus(failure)) {
    case 'EMBEDDER_QUOTA':
      return 'Raise the limit or add credit to the account; what was embedded so far is kept.';
    case 'EMBEDDER_KEY_REJECTED':
      return provider.words.keyRejected;
    case 'EMBEDDER_MODEL_MISSING':
      return provider.words.modelMissing;
    case 'EMBEDDER_REQUEST_REJECTED':
      return 'Check that the model is one for embeddings, and the text that is named.';
    default:
      return TRY_LATER;
  }
}
