/**
 * Parses JSON where a text that is not JSON says something too: a cache entry that is damaged, a file of another tool.
 *
 * @returns `undefined` for a text that is not JSON
 */
export function parseJsonIfValid(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
