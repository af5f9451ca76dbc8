import { useEffect, useState } from 'preact/hooks';

/** What has been loaded so far. What was there before stays until its successor is there, and when loading that fails. */
export interface Loaded<T> {
  readonly value?: T | undefined;
  readonly error?: Error | undefined;
  readonly isLoading: boolean;
}

/** Loads something whenever one of `keys` changes, after `delayMs` without a further change. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[], delayMs = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ isLoading: true });
  useEffect(() => {
    let isCurrent = true;
    setState(({ value, error }) => ({ value, error, isLoading: true }));
    const start = (): void => {
      load().then(
        (value) => isCurrent && setState({ value, isLoading: false }),
        (error: Error) => isCurrent && setState(({ value }) => ({ value, error, isLoading: false })),
      );
    };
    const timer = delayMs === 0 ? undefined : setTimeout(start, delayMs);
    if (timer === undefined) start();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, keys);
  return state;
}
