const WHOLE = new Intl.NumberFormat('en');

export function count(value: number, noun: string): string {
  return `${WHOLE.format(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function whole(value: number): string {
  return WHOLE.format(value);
}

/** A similarity without the zero that all have: `.62`; `1.00` stays. A chunk that the model refused has none. */
export function similarity(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2).replace(/^(-?)0\./, '$1.');
}
