const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Resolves at the first signal to stop; a second one ends the process as it always would. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
}

/**
 * Does work that Ctrl+C brings to an orderly end: at the first one `stop` is aborted, a second one ends the process as it
 * always would.
 */
export async function untilInterrupted<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
  }
}
