/** Digits in groups of three, as in `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 chunk`, `2 chunks`. */
export function counted(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`;
}
