import { element } from './elements.js';

/** A choice that is hidden until it is filled. */
export function emptyFilter(label: string): HTMLSelectElement {
  const select = element('select', { 'aria-label': label });
  select.hidden = true;
  return select;
}

/**
 * Fills a choice if there is something to choose.
 *
 * @param first options before the values, each with what it says
 */
export function fillFilter(
  select: HTMLSelectElement,
  first: readonly (readonly [value: string, text: string])[],
  values: readonly string[],
  wanted: string | null,
): void {
  if (select.options.length > 0 || values.length === 0 || first.length + values.length < 3) return;
  const options = [...first, ...values.map((value) => [value, value] as const)];
  select.append(...options.map(([value, text]) => element('option', { value }, text)));
  if (options.some(([value]) => value === wanted)) select.value = wanted!;
  select.hidden = false;
}
