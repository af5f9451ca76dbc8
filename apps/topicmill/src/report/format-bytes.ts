/** A size for people: `512 B`, `1.4 kB`, `12.0 MB`. */
export function formatBytes(byteLength: number): string {
  if (byteLength < 1000) return `${byteLength} B`;
  return byteLength < 1_000_000 ? `${(byteLength / 1000).toFixed(1)} kB` : `${(byteLength / 1_000_000).toFixed(1)} MB`;
}
