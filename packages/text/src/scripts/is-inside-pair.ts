/** Whether an offset is between the two UTF-16 units of one character, where a text must not be cut. */
export function isInsidePair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}

/** The offset, or the one before it when it is inside a surrogate pair. */
export function characterStart(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset - 1 : offset;
}
