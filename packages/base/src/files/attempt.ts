/**
 * What a call of the file system returns.
 *
 * @param refusal error to throw instead of what the call throws
 */
export function attempt<T>(work: () => T, refusal: (cause: unknown) => Error): T {
  try {
    return work();
  } catch (cause) {
    throw refusal(cause);
  }
}
