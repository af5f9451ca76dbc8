/** Pauses before a request is sent again that was lost or that a server could not answer. */
const RETRY_PAUSES_MS = [300, 1200];

/**
 * Does something again while the browser believes to be online.
 *
 * @param isAnswer whether a result is one; the last one is taken as it is
 */
export async function retried<T>(attempt: () => Promise<T>, isAnswer: (result: T) => boolean = () => true): Promise<T> {
  for (const pause of RETRY_PAUSES_MS) {
    try {
      const result = await attempt();
      if (isAnswer(result)) return result;
    } catch (error) {
      if (!navigator.onLine) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return attempt();
}
