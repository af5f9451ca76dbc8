import { plainText } from '@topicmill/topics/formats';
import type { PageSource } from './page-source.js';
import type { PlannedPage } from './plan-pages.js';

/**
 * The name of each page: the title of the heading in force at its start, or else of its first heading; with `Part n`
 * when that section spans several pages.
 *
 * @param fallback name of pages without any heading
 */
export function pageNames(
  source: PageSource,
  plan: readonly Pick<PlannedPage, 'firstUnit' | 'endUnit'>[],
  fallback: string,
): string[] {
  const leading = plan.map((page) => leadingHeading(source, page));
  const pageOf = new Map<number, number>();
  plan.forEach(({ firstUnit, endUnit }, page) => {
    for (let unit = firstUnit; unit < endUnit; unit++) pageOf.set(unit, page);
  });
  return leading.map((unit, page) => {
    if (unit === -1) return plan.length === 1 ? fallback : `${fallback} — Part ${page + 1}`;
    const { block } = source.units[unit]!;
    const title = block.type === 'heading' ? plainText(block.heading.text) : fallback;
    const part = page - pageOf.get(unit)! + 1;
    return part > 1 || leading[page + 1] === unit ? `${title} — Part ${part}` : title;
  });
}

/** The unit of the heading in force at the page's start, or else of the first heading on the page; -1 without one. */
export function leadingHeading(
  { units }: PageSource,
  { firstUnit, endUnit }: Pick<PlannedPage, 'firstUnit' | 'endUnit'>,
): number {
  const inForce = units[firstUnit]!.headingUnit;
  if (inForce !== -1) return inForce;
  for (let unit = firstUnit; unit < endUnit; unit++) if (units[unit]!.headingUnit !== -1) return unit;
  return -1;
}
