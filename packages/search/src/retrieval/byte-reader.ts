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
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value >>> 0;
  }

  byte(): number {
    return this.bytes[this.at++] ?? 0;
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
