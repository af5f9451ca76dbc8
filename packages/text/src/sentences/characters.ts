const SPACE = 32;
const LOWER_A = 97;
const LOWER_Z = 122;
const CASE_BIT = 32;

export function isWhiteSpace(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === SPACE || /\s/.test(text[offset]!);
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | CASE_BIT;
  return lower >= LOWER_A && lower <= LOWER_Z;
}
