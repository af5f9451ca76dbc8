/** JSON as files and answers of commands have it: two spaces for each level, and a line end, so that a diff is readable. */
export function indentedJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Whether a value has named fields: an object that is neither `null` nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
