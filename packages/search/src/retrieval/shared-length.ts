/** Length of the beginning that two texts have in common, in UTF-16 units; it never ends inside a character. */
export function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  const isHalf = length > 0 && /[\ud800-\udbff]/.test(a[length - 1]!);
  return isHalf ? length - 1 : length;
}
