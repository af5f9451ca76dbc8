/** Vectors of a generation, those of a few dozen pages. */
const GENERATION = 1024;

/**
 * The vectors that a table made last, by the SHA-256 of their texts: a build needs each for its page, and soon after for the
 * search index.
 */
export class RecentVectors {
  private young = new Map<string, Float32Array>();
  private old: ReadonlyMap<string, Float32Array> = new Map();

  get(textSha256: string): Float32Array | undefined {
    return this.young.get(textSha256) ?? this.old.get(textSha256);
  }

  keep(textSha256: string, vector: Float32Array): void {
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(textSha256, vector);
  }
}
