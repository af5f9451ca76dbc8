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
