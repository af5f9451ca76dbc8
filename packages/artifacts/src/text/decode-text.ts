import chardet from 'chardet';
import iconv from 'iconv-lite';
import { type DetectedEncoding, latinEncoding } from './latin-encodings.js';

export type { DetectedEncoding };

/** Bytes as text, with the encoding that they were read in. */
export interface DecodedText {
  /** With its byte order mark, where it has one. */
  readonly text: string;
  /** `UTF-8`, `UTF-16LE`, `windows-1252`, …: a name that iconv knows. */
  readonly encoding: string;
  /** Whether the bytes fit another encoding as well, so that letters may be wrong. */
  readonly isGuess?: boolean;
}

/** Bytes read from the beginning of a file to detect its encoding. */
const SAMPLE_BYTES = 65_536;
/** Below this, detection by letter frequency is a guess, and the commonest encoding of the West is the better one. */
const MIN_CONFIDENCE = 20;
/** Share of the odd or even bytes that are zero in UTF-16 of mostly Latin letters. */
const MIN_ZERO_SHARE = 0.3;
const FALLBACK = 'windows-1252';
/** windows-1252 has letters where ISO 8859-1 has control characters that no text uses. */
const SUPERSETS: Readonly<Record<string, string>> = { 'ISO-8859-1': 'windows-1252', 'ISO-8859-9': 'windows-1254' };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark or of mostly Latin letters, else the 8-bit or East Asian
 * encoding that fits its bytes best.
 *
 * @param encoding the encoding, where it is known; any name that iconv knows
 * @returns `undefined` for bytes that are not text
 */
export function decodeText(bytes: Uint8Array, encoding?: string): DecodedText | undefined {
  const known = encoding ?? wideEncoding(bytes);
  if (known !== undefined) return decodeAs(bytes, known);
  try {
    return { text: strictUtf8.decode(bytes), encoding: 'UTF-8' };
  } catch {
    const detected = detectEncoding(bytes);
    return detected && { ...decodeAs(bytes, detected.name), isGuess: detected.isGuess };
  }
}

/** The warning for a text whose encoding is a guess. */
export function guessWarning(encoding: string): string {
  return `The encoding is a guess, ${encoding}: the text is too short to show it, and letters may be wrong.`;
}

/** Whether bytes are valid UTF-8, as those of ASCII are. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictUtf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a name is that of an encoding that can be read. */
export function isEncoding(name: string): boolean {
  return iconv.encodingExists(name);
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  return { text: iconv.decode(Buffer.from(bytes), encoding, { stripBOM: false }), encoding };
}

/** UTF-16 by its byte order mark, or by the zeros of mostly Latin letters. */
export function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at & 1]!++;
  const [even, odd] = zeros as [number, number];
  const least = (MIN_ZERO_SHARE * sample.length) / 2;
  if (even + odd === 0 || bytes.length % 2 === 1) return undefined;
  if (even === 0 && odd >= least) return 'UTF-16LE';
  return odd === 0 && even >= least ? 'UTF-16BE' : undefined;
}

/** The 8-bit or East Asian encoding that fits bytes best; `undefined` for bytes that are not text. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding | undefined {
  if (bytes.some(isControl)) return undefined;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const latin = latinEncoding(sample);
  if (latin !== undefined) return latin;
  const found = chardet.analyse(sample).find(({ name }) => name !== 'UTF-8' && iconv.encodingExists(name));
  const isGuess = found === undefined || found.confidence < MIN_CONFIDENCE;
  const name = isGuess ? FALLBACK : found.name;
  return { name: SUPERSETS[name] ?? name, isGuess };
}

/** Control characters other than tab, line ends, form feed and escape, which no text has. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}
