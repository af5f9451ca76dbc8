const MINUTE_MS = 60_000;

/** How much a client may ask for. */
export interface RateLimits {
  /** Requests of one client in a minute. */
  readonly perMinute: number;
  /** Requests of one client that are answered at once. */
  readonly atOnce: number;
}

interface Account {
  /** Requests that it may make now; fills up with time. */
  credit: number;
  filledMs: number;
  running: number;
}

/** Counts the requests of clients by name: whoever uses up its credit waits until some has come back. */
export class RateLimit {
  private readonly accounts = new Map<string, Account>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly limits: RateLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Admits a request, or not.
   *
   * @returns what to call when it is answered; or after how many seconds it may be made again
   */
  admit(name: string): { readonly done: () => void } | { readonly retrySeconds: number } {
    const { perMinute, atOnce } = this.limits;
    const account = this.accountOf(name);
    if (account.running >= atOnce) return { retrySeconds: 1 };
    if (account.credit < 1) return { retrySeconds: Math.ceil(((1 - account.credit) * MINUTE_MS) / perMinute / 1000) };
    account.credit -= 1;
    account.running += 1;
    return {
      done: () => {
        account.running -= 1;
      },
    };
  }

  private accountOf(name: string): Account {
    const now = this.now();
    const { perMinute } = this.limits;
    const account = this.accounts.get(name) ?? { credit: perMinute, filledMs: now, running: 0 };
    account.credit = Math.min(perMinute, account.credit + ((now - account.filledMs) * perMinute) / MINUTE_MS);
    account.filledMs = now;
    this.accounts.set(name, account);
    return account;
  }
}
