/** A readable title for a topic without one: `libraries/system-text-json` becomes `System Text Json`. */
export function titleOfId(id: string): string {
  const words = id
    .slice(id.lastIndexOf('/') + 1)
    .split(/[-_\s]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join(' ') || id;
}
