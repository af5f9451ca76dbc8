import { characterWidth } from './character-class.js';
import type { TokenMerger } from './token-merger.js';

/**
 * Where the tokens of one pre-token start, in UTF-16 units; one that starts inside a character is moved to the nearer
 * end of that character, to its start when both are equally near.
 */
export function characterStarts(piece: string, merger: TokenMerger): Int32Array {
  const tokenCount = merger.merge(piece, 0, piece.length);
  const { ends } = merger;
  const starts = new Int32Array(tokenCount);
  let offset = 0;
  let byte = 0;
  let tokenByte = 0;
  for (let token = 0; token < tokenCount; token++) {
    for (;;) {
      const byteLength = utf8Length(piece, offset);
      if (byte + byteLength > tokenByte) {
        starts[token] =
          (tokenByte - byte) * 2 > byteLength ? offset + characterWidth(piece, offset, piece.length) : offset;
        break;
      }
      byte += byteLength;
      offset += characterWidth(piece, offset, piece.length);
    }
    tokenByte = ends[tokenByte]!;
  }
  return starts;
}

/** Bytes of the character at an offset; a lone surrogate is encoded as U+FFFD. */
function utf8Length(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset)!;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
