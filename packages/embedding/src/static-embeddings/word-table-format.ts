/**
 * Layout of a word table, all integers little-endian:
 *
 *     byte 0   magic `TMWV`
 *          4   format version, uint16
 *          6   dimensions of a word vector, uint16, even
 *          8   number of words, uint32
 *         12   byte length of the word list, uint32
 *         16   SHA-256 of bytes 0–15 followed by everything after byte 48
 *         48   scale of each word, uint16
 *              codes of each word, two to a byte, the lower half first; a code less 8 is a value from −7 to 7
 *              the words in UTF-8, most frequent first, joined by line feeds
 *
 * Component d of a word is `(code[d] − 8) · scale`, an integer: sums of such products are exact in a double, so that
 * neither the order of words nor the machine changes a result.
 */
export const MAGIC = [0x54, 0x4d, 0x57, 0x56] as const;
export const FORMAT_VERSION = 1;
export const DIGEST_OFFSET = 16;
export const BODY_OFFSET = 48;
/** A code of this size stands for the value zero. */
export const CODE_ZERO = 8;
/** Largest size of a value, on both sides of zero. */
export const CODE_LIMIT = 7;
