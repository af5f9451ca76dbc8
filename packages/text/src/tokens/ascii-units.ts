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
