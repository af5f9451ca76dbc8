/**
 * Collects what is asked for at once and fetches it together: a search asks for the vectors of many pages side by side, and
 * each question to a server costs a journey.
 */
export function batched<Key, Value>(
  fetch: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; fetched: Promise<ReadonlyMap<Key, Value>> } | undefined;
  return async (key) => {
    if (waiting === undefined) {
      const keys = new Set<Key>();
      const fetched = Promise.resolve().then(() => {
        waiting = undefined;
        return fetch([...keys]);
      });
      waiting = { keys, fetched };
    }
    waiting.keys.add(key);
    return (await waiting.fetched).get(key);
  };
}
