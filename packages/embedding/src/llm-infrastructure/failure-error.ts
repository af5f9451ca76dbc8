import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import type { RequestFailure } from './request-failure.js';
import type { ProviderWords, Service } from './service.js';

/**
 * The error for a request that failed for good.
 *
 * @param labels what the caller calls the texts of the request
 */
export function failureError(
  failure: RequestFailure,
  service: Service,
  words: ProviderWords,
  labels: readonly string[],
): TopicmillError {
  const { server } = words;
  const { status } = failure.details;
  const said = failure.message === '' ? '' : `: ${failure.message}`;
  const about = describeLabels(labels);
  const make = (code: DiagnosticCode, message: string, remedy: string): TopicmillError =>
    new TopicmillError(code, `${message} (${about}).`, { remedy });

  switch (failure.kind) {
    case 'aborted':
      return make(
        service.code('ABORTED'),
        `${service.activity} was stopped`,
        `Run the command again; ${service.kept} is kept.`,
      );
    case 'timeout':
      return make(service.code('TIMEOUT'), `${server} does not answer in time`, tryLater(service));
    case 'network':
      return make(service.code('UNREACHABLE'), `${server} cannot be reached${said}`, words.unreachable);
    case 'malformed':
      return make(
        service.code('BAD_RESPONSE'),
        `${server} sent an answer that is not ${service.product}${said}`,
        CHECK_SERVER,
      );
    default:
      return make(
        codeOfStatus(failure, service),
        `${server} answers ${status}${said}`,
        remedyOfStatus(failure, service, words),
      );
  }
}

/** `a.md`, or `a.md and 3 more`. */
function describeLabels(labels: readonly string[]): string {
  const different = [...new Set(labels)];
  return different.length > 1 ? `${different[0]} and ${different.length - 1} more` : (different[0] ?? '');
}

const CHECK_SERVER = 'Check that the address is that of a server for such models.';

function tryLater(service: Service): string {
  return `Try again later; ${service.kept} so far is kept.`;
}

function codeOfStatus(failure: RequestFailure, { code }: Service): DiagnosticCode {
  const status = failure.details.status ?? 0;
  if (failure.isQuotaUsedUp) return code('QUOTA');
  if (status === 401 || status === 403) return code('KEY_REJECTED');
  if (status === 404) return code('MODEL_MISSING');
  if (status === 408) return code('TIMEOUT');
  if (status === 429) return code('RATE_LIMITED');
  return failure.isTransient ? code('SERVER_ERROR') : code('REQUEST_REJECTED');
}

function remedyOfStatus(failure: RequestFailure, service: Service, words: ProviderWords): string {
  switch (codeOfStatus(failure, service)) {
    case service.code('QUOTA'):
      return `Raise the limit or add credit to the account; ${service.kept} so far is kept.`;
    case service.code('KEY_REJECTED'):
      return words.keyRejected;
    case service.code('MODEL_MISSING'):
      return words.modelMissing;
    case service.code('REQUEST_REJECTED'):
      return service.checkRequest;
    default:
      return tryLater(service);
  }
}
