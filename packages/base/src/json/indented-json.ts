/** JSON as files and answers of commands have it: two spaces for each level, and a line end, so that a diff is readable. */
export function indentedJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
