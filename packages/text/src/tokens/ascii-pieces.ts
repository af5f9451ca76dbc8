import { MAX_SHORT_LENGTH, type ShortPieceCounts } from './short-word.js';

/** Represents every unit that is not ASCII. */
const WIDE_UNIT = 255;
const ASCII_END = 128;
/** Zeros after the units, so that several can be read at once at the last of them. */
export const PADDING = 16;

const encoder = new TextEncoder();

/** Writes the UTF-16 units of a text as bytes, one each: 255 for what is not ASCII; some zeros follow. */
export function writeAsciiUnits(text: string, units: Uint8Array): void {
  const { length } = text;
  // No other text takes a byte for each unit, not even the part of it that finds room.
  if (encoder.encodeInto(text, units).written !== length) {
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      units[at] = code < ASCII_END ? code : WIDE_UNIT;
    }
  }
  units.fill(0, length, length + PADDING);
}

const LETTER = 1;
const DIGIT = 2;
const LINE_END = 3;
const SPACE = 4;
const SIGN = 5;
/** What these rules do not decide: everything outside ASCII, NUL, and the end of the text. */
const UNSETTLED = 6;

const APOSTROPHE = 39;
const BLANK = 32;
const MAX_DIGITS = 3;
const UNITS = 256;
const SHARED_LENGTH = 1 << 16;

/** By unit. */
const KINDS = Uint8Array.from({ length: UNITS }, (_, unit) => kindOf(unit));
/** 1 for the units that belong to a word if they are directly before it. */
const PREFIX_LENGTHS = KINDS.map((kind, unit) => ((kind === SPACE || kind === SIGN) && unit !== APOSTROPHE ? 1 : 0));
/** By unit: leaves out the mark of the first of four units if that one may precede a word. */
const PREFIX_MASKS = Int32Array.from(PREFIX_LENGTHS, (length) => (length === 1 ? 0x7fffffff : -1));
/** By length of a piece: what of the first, second and third four units belongs to it. */
const FIRST_MASKS = Int32Array.from({ length: MAX_SHORT_LENGTH + 1 }, (_, length) => maskOf(length));
const SECOND_MASKS = FIRST_MASKS.map((_, length) => maskOf(length - 4));
const THIRD_MASKS = FIRST_MASKS.map((_, length) => maskOf(length - 8));

/** Reads the pre-tokens of `cl100k_base` in a text, as far as they are short and contain only ASCII. */
export class AsciiPieces {
  /** For every text that fits: most do, and new memory for each would take a seventh of the time. */
  private readonly shared = new Uint8Array(SHARED_LENGTH);
  private units = this.shared;
  private view = new DataView(this.shared.buffer);

  /** Begins to read another text from its start. */
  open(text: string): void {
    const length = text.length + PADDING;
    const units = length <= SHARED_LENGTH ? this.shared : new Uint8Array(length);
    if (units !== this.units) this.view = new DataView(units.buffer);
    this.units = units;
    writeAsciiUnits(text, units);
  }

  /**
   * UTF-16 length of the pre-token at an offset; 0 if these rules do not decide it. Twelve units are looked at
   * without a branch, since nothing foretells how long a word is.
   */
  lengthAt(at: number): number {
    const { units, view } = this;
    const unit = units[at]!;
    const first = Math.clz32(nonLetters(view.getInt32(at)) & PREFIX_MASKS[unit]!) >>> 3;
    const second = Math.clz32(nonLetters(view.getInt32(at + 4))) >>> 3;
    const third = Math.clz32(nonLetters(view.getInt32(at + 8))) >>> 3;
    const length = first + (first >> 2) * (second + (second >> 2) * third);
    const next = KINDS[units[at + length]!]!;
    if (length > PREFIX_LENGTHS[unit]! && next !== LETTER && next !== UNSETTLED) return length;
    const end = pieceEnd(units, at);
    return end - at <= MAX_SHORT_LENGTH ? end - at : 0;
  }

  /** What is known of the pre-token with that length, as `ShortPieceCounts` gives it. */
  find(counts: ShortPieceCounts, at: number, length: number): number {
    const { view } = this;
    return counts.find(
      view.getInt32(at) & FIRST_MASKS[length]!,
      view.getInt32(at + 4) & SECOND_MASKS[length]!,
      view.getInt32(at + 8) & THIRD_MASKS[length]!,
    );
  }
}

/** The highest bit of each of four units that is no ASCII letter. */
function nonLetters(packed: number): number {
  const lower = (packed | 0x20202020) & 0x7f7f7f7f;
  return ~((lower + 0x1f1f1f1f) & ~(lower + 0x05050505) & ~packed) & 0x80808080;
}

/** Offset after the pre-token at an offset, by the rules of `cl100kPreTokenEnd`; `at` where they need more than ASCII. */
function pieceEnd(units: Uint8Array, at: number): number {
  const unit = units[at]!;
  const kind = KINDS[unit]!;
  const next = KINDS[units[at + 1]!]!;
  if (kind === UNSETTLED || unit === APOSTROPHE) return at;
  if (kind === LETTER || (next === LETTER && PREFIX_LENGTHS[unit] === 1))
    return decidedEnd(units, at, runEnd(units, at + 1, LETTER));
  if (kind === DIGIT) {
    const end = runEnd(units, at + 1, DIGIT, at + MAX_DIGITS);
    return end === at + MAX_DIGITS ? end : decidedEnd(units, at, end);
  }
  if (kind === SIGN || (unit === BLANK && next === SIGN)) {
    const end = runEnd(units, at + 1, SIGN);
    return decidedEnd(units, at, end) === at ? at : runEnd(units, end, LINE_END);
  }
  return spaceEnd(units, at);
}

function spaceEnd(units: Uint8Array, at: number): number {
  let end = at;
  let lineEnd = at;
  for (let kind = KINDS[units[end]!]; kind === SPACE || kind === LINE_END; kind = KINDS[units[end]!]) {
    end++;
    if (kind === LINE_END) lineEnd = end;
  }
  if (decidedEnd(units, at, end) === at) return at;
  if (lineEnd > at) return lineEnd;
  return end === at + 1 ? end : end - 1;
}

/** @param latest no more is looked at: a run of a million digits has a third as many pieces */
function runEnd(units: Uint8Array, at: number, kind: number, latest = Number.POSITIVE_INFINITY): number {
  let end = at;
  while (end < latest && KINDS[units[end]!] === kind) end++;
  return end;
}

/** `end`, unless the rules leave the unit there undecided. */
function decidedEnd(units: Uint8Array, at: number, end: number): number {
  return KINDS[units[end]!] === UNSETTLED ? at : end;
}

function kindOf(unit: number): number {
  if (unit === 0 || unit >= ASCII_END) return UNSETTLED;
  const character = String.fromCharCode(unit);
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/[\r\n]/.test(character)) return LINE_END;
  return /\s/.test(character) ? SPACE : SIGN;
}

function maskOf(unitCount: number): number {
  if (unitCount <= 0) return 0;
  return unitCount >= 4 ? -1 : -1 << (32 - 8 * unitCount);
}
