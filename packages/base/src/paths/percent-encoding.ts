/** A path for an address: each of its names percent-encoded, with `/` between them. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A text without its percent-encoding; as it is where it is not encoded as it must be. */
export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
