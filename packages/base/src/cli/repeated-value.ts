/** Collects the values of a repeatable option for commander. Give it no default: the help would show an empty list. */
export function repeatedValue(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
