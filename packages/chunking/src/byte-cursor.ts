const NON_ASCII = /[^\0-\x7f]/g;

/**
 * Turns UTF-16 offsets of a text into offsets of the same text as UTF-8, from front to back. It stops at the characters
 * that are not ASCII and leaps over all others.
 */
export class ByteCursor {
  /** Bytes before `nextWide` beyond one for each UTF-16 unit. */
  private extraBytes = 0;
  /** Offset of the next UTF-16 unit that is not ASCII; the text's length without one. */
  private nextWide: number;

  constructor(private readonly text: string) {
    this.nextWide = indexOfWide(text, 0);
  }

  /** @param offset not below the one asked for before, and not inside a surrogate pair */
  byteAt(offset: number): number {
    const { text } = this;
    while (this.nextWide < offset) {
      const next = this.nextWide + 1;
      this.extraBytes += extraUtf8Bytes(text.charCodeAt(this.nextWide));
      this.nextWide = text.charCodeAt(next) > 0x7f ? next : indexOfWide(text, next);
    }
    return offset + this.extraBytes;
  }
}

/** Each half of a surrogate pair counts for two of its four bytes. */
function extraUtf8Bytes(code: number): number {
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
}

function indexOfWide(text: string, from: number): number {
  NON_ASCII.lastIndex = from;
  return NON_ASCII.test(text) ? NON_ASCII.lastIndex - 1 : text.length;
}
