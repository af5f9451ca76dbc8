const encoder = new TextEncoder();

/** Bytes that grow: little-endian integers, variable-length integers and texts. */
export class ByteWriter {
  private bytes = new Uint8Array(16);
  private length = 0;

  /** An unsigned integer below 2^32 in 1 to 5 bytes (LEB128). */
  varint(value: number): void {
    let rest = value >>> 0;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** The bytes of a text in UTF-8, after their number. */
  text(value: string): void {
    const encoded = encoder.encode(value);
    this.varint(encoded.length);
    this.raw(encoded);
  }

  raw(values: Uint8Array): void {
    this.reserve(values.length);
    this.bytes.set(values, this.length);
    this.length += values.length;
  }

  uint64(value: bigint): void {
    this.reserve(8);
    new DataView(this.bytes.buffer).setBigUint64(this.length, value, true);
    this.length += 8;
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.length + count, 2 * this.bytes.length));
    grown.set(this.bytes);
    this.bytes = grown;
  }
}

const decoder = new TextDecoder();

/** Reads what `ByteWriter` wrote. Reading past the end gives zeros, never an endless loop: bytes are checked by hash. */
export class ByteReader {
  private at: number;

  constructor(
    private readonly bytes: Uint8Array,
    startOffset = 0,
  ) {
    this.at = startOffset;
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.at;
  }

  varint(): number {
    const first = this.bytes[this.at++] ?? 0;
    if (first < 128) return first;
    let value = first & 127;
    for (let shift = 7; shift < 35; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value >>> 0;
  }

  /** As many of them. */
  varints(count: number): Uint32Array {
    const values = new Uint32Array(count);
    for (let at = 0; at < count; at++) values[at] = this.varint();
    return values;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
  }

  skip(count: number): void {
    this.at += count;
  }

  text(): string {
    return decoder.decode(this.raw(this.varint()));
  }

  /** A view of the next bytes. */
  raw(count: number): Uint8Array {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}
