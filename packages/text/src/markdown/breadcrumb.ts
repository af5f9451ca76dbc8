/** Between the headings of a breadcrumb. */
export const BREADCRUMB_SEPARATOR = ' > ';

/** Headings from the outermost to the nearest, on one line: `Guide > Setup`. */
export function breadcrumbOf(headings: readonly string[]): string {
  return headings.join(BREADCRUMB_SEPARATOR);
}
