/** Deeper than any configuration; what refers to itself ends there. */
const MAX_DEPTH = 30;

/** A configuration as plain JSON: functions and symbols are left out, patterns and dates become texts. */
export function plainConfig(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint' || value instanceof Date || value instanceof RegExp || value instanceof URL)
    return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => plainConfig(each, depth + 1) ?? null);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const plain = plainConfig(inner, depth + 1);
      return plain === undefined ? [] : [[key, plain]];
    }),
  );
}
