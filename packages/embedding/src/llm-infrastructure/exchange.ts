import { oneLine } from '@topicmill/text/white-space';
import type { CompleteSettings } from './complete-settings.js';
import { RequestFailure } from './request-failure.js';

const MAX_SERVER_MESSAGE_LENGTH = 300;

/** What one exchange with a server needs. */
export interface ExchangeOptions {
  readonly settings: CompleteSettings;
  readonly signal: AbortSignal;
  /** Taken out of whatever the server says. */
  readonly secrets: readonly string[];
}

/**
 * Lets an official client make one request through a `fetch` that bounds the time to the last byte, and distinguishes
 * every failure. The clients alone do not: Ollama's drops the headers and prints to stdout, OpenAI's stops its clock
 * at the headers and retries a spent quota.
 *
 * @throws RequestFailure
 */
export async function exchange<Answer>(
  options: ExchangeOptions,
  call: (fetch: typeof globalThis.fetch) => Promise<Answer>,
): Promise<Answer> {
  const { settings, signal } = options;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, settings.timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  let failure: RequestFailure | undefined;
  const guardedFetch: typeof globalThis.fetch = async (url, init) => {
    try {
      const response = await settings.fetch(url, { ...init, redirect: 'manual', signal: controller.signal });
      refuseRedirect(response, url);
      const body = await response.text();
      if (!response.ok) throw statusFailure(response, body, options);
      return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } });
    } catch (error) {
      failure = asFailure(error, signal.aborted, controller.signal.aborted);
      throw failure;
    }
  };
  try {
    return await call(guardedFetch);
  } catch (error) {
    throw failure ?? asMalformed(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** A redirect would take texts and credentials elsewhere; the interfaces of models have none. */
function refuseRedirect(response: Response, from: Parameters<typeof globalThis.fetch>[0]): void {
  if (response.status < 300 || response.status >= 400) return;
  const location = response.headers.get('location') ?? '';
  const asked = from instanceof Request ? from.url : String(from);
  const target = URL.canParse(location, asked) ? new URL(location, asked).origin : 'nowhere';
  const message = `it redirects to ${target}, which is not followed`;
  throw new RequestFailure('status', message, { status: response.status });
}

/**
 * The pause that a `Retry-After` header asks for.
 *
 * @param value seconds, or an HTTP date
 * @param nowMs milliseconds since the epoch
 * @returns milliseconds, or `undefined` when there is no header or it is neither
 */
function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function asFailure(error: unknown, isStopped: boolean, isTimedOut: boolean): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (isStopped) return new RequestFailure('aborted', 'The request was stopped.');
  if (isTimedOut) return new RequestFailure('timeout', 'The server did not answer in time.');
  const systemCode = systemCodeOf(error);
  return new RequestFailure('network', systemCode ?? 'the connection failed', { systemCode });
}

function asMalformed(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  return new RequestFailure('malformed', error instanceof SyntaxError ? 'it is not JSON' : 'the client refuses it');
}

function statusFailure(response: Response, body: string, { settings, secrets }: ExchangeOptions): RequestFailure {
  const { message, code, parameter } = parseErrorBody(body);
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), settings.now());
  const details = { status: response.status, serverCode: code, parameter, retryAfterMs };
  return new RequestFailure('status', withoutSecrets(message, secrets), details);
}

/** Ollama: `{"error": "…"}`. OpenAI: `{"error": {"message", "type", "param", "code"}}`. Others: anything. */
function parseErrorBody(body: string): {
  message: string;
  code?: string | undefined;
  parameter?: string | undefined;
} {
  let error: unknown;
  try {
    error = (JSON.parse(body) as { error?: unknown } | null)?.error;
  } catch {
    return { message: body };
  }
  if (typeof error === 'string') return { message: error };
  if (typeof error !== 'object' || error === null) return { message: body };
  const { message, code, type, param } = error as Record<string, unknown>;
  return { message: asString(message) ?? body, code: asString(code) ?? asString(type), parameter: asString(param) };
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '');
  const forms = known.flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]);
  const clean = forms.reduce((cleaned, form) => withoutSecretParts(cleaned, form), text);
  return oneLine(clean).slice(0, MAX_SERVER_MESSAGE_LENGTH);
}

/** Shorter parts of a key say nothing, and are found in any text. */
const SHORTEST_PART = 4;

/** Takes out a secret and every part of it: servers show the ends of a key that they refuse. */
function withoutSecretParts(text: string, secret: string): string {
  let clean = '';
  for (let at = 0; at < text.length; ) {
    let length = 0;
    while (at + length < text.length && secret.includes(text.slice(at, at + length + 1))) length++;
    const isPart = length >= Math.min(SHORTEST_PART, secret.length);
    clean += isPart ? '***' : text[at];
    at += isPart ? length : 1;
  }
  return clean.replace(/\*{3,}/g, '***');
}

function systemCodeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? asString(cause.code) : undefined;
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
