import axe from 'axe-core';
import type { Page } from 'playwright-core';

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those whose findings depend on more than the elements and their places. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface AxeFinding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * What axe finds on a page as it is shown now: the rule, and the elements that break it.
 *
 * @param which `colours` for a page that is looked at in other colours too, with all rules
 */
export async function axeFindings(page: Page, which: 'all' | 'colours' = 'all'): Promise<string[]> {
  const runOnly = which === 'all' ? { type: 'tag', values: ALL_RULES } : { type: 'rule', values: COLOUR_RULES };
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: AxeFinding[] }>(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)} })`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
