/**
 * Why a request failed. `status`: the server answered with an error. `network`: no connection, or a cut one.
 * `malformed`: an answer that is not what the protocol says. `timeout`, `aborted`: by us, by the caller.
 */
export type FailureKind = 'status' | 'network' | 'malformed' | 'timeout' | 'aborted';

/** What is known about a failed request; never its API key or its headers. */
export interface FailureDetails {
  readonly status?: number;
  /** The server's own machine-readable code, `insufficient_quota` for instance. */
  readonly serverCode?: string | undefined;
  /** The field of the request that the server names. */
  readonly parameter?: string | undefined;
  /** The system's code of a network failure, `ECONNREFUSED` for instance. */
  readonly systemCode?: string | undefined;
  /** Pause that the server asks for. */
  readonly retryAfterMs?: number | undefined;
}

/** One failed request to an embedding server, before it is known whether another try helps. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  constructor(
    readonly kind: FailureKind,
    /** What the server or the system says, without secrets. */
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message);
  }

  /** Whether the same request may succeed a little later. */
  get isTransient(): boolean {
    const { status = 0, systemCode = '' } = this.details;
    if (this.kind === 'timeout') return true;
    if (this.kind === 'network') return !LASTING_NETWORK_FAILURES.has(systemCode);
    if (this.kind !== 'status') return false;
    return status === 408 || status === 409 || (status === 429 && !this.isQuotaUsedUp) || status >= 500;
  }

  /** Whether the account has no credit left, which no pause cures. */
  get isQuotaUsedUp(): boolean {
    const { status, serverCode = '' } = this.details;
    return status === 402 || (status === 429 && SPENT_QUOTA_CODES.has(serverCode));
  }

  /** Whether the server does not take the temperature that was asked for, as models that reason do not. */
  get isTemperatureRefused(): boolean {
    const { status, parameter } = this.details;
    return status === 400 && (parameter === 'temperature' || /\btemperature\b/i.test(this.message));
  }

  /**
   * Whether one text of the request may be to blame, as one that makes the model give NaN or never end, or that a filter
   * takes out: each server says so in another way, so only what never depends on the text is left out.
   */
  get mayBeOneText(): boolean {
    const { status = 0 } = this.details;
    if (this.kind === 'network' || this.kind === 'timeout') return this.isTransient;
    if (this.kind === 'status') return status >= 400 && !TEXT_INDEPENDENT_STATUSES.has(status);
    return this.kind === 'malformed';
  }

  /**
   * Whether the server says that a shorter request would be accepted. Without a word on length, the same status may be that of
   * a proxy for a moment, and a vector of a text's halves would stay in caches for good.
   */
  get isTooLong(): boolean {
    const { status = 0, serverCode = '' } = this.details;
    return (
      this.kind === 'status' && TOO_LONG_STATUSES.has(status) && ABOUT_LENGTH.test(`${serverCode} ${this.message}`)
    );
  }
}

const LASTING_NETWORK_FAILURES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'CERT_HAS_EXPIRED']);
const SPENT_QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached']);
const TOO_LONG_STATUSES = new Set([400, 413, 422]);
/** No key, no credit, no model, too many requests. */
const TEXT_INDEPENDENT_STATUSES = new Set([401, 402, 404, 429]);
const ABOUT_LENGTH = /\b(?:context|exceed|length|limit|long|max|maximum|size|tokens)|too[ _](?:large|many)/i;
