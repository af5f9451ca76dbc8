import { buildCheckout, CHECKOUT_CASES, type CheckoutTools } from '@topicmill/test-support/checkouts';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

/** A folder on a file system on which `a` and `A` are one file, where there is one. */
const CASELESS = process.env['TOPICMILL_CASELESS'];
const PLACES: readonly (readonly [name: string, parent: string | undefined])[] = [
  ['temporary files', undefined],
  ...(CASELESS === undefined ? [] : [['a file system without case', CASELESS] as const]),
];

async function build(repo: DocsRepo): Promise<readonly string[]> {
  const { exitCode, err } = await repo.run('build');
  if (exitCode !== 0) throw new Error(err);
  return [];
}

describe.each(PLACES)('among %s', (_, parent) => {
  const tools: CheckoutTools<DocsRepo> = {
    create: () => new DocsRepo({}, undefined, parent),
    build,
    buildClean: build,
  };

  it.each(CHECKOUT_CASES)(
    'a checkout, $name, with results that are $results, is built as a clean one',
    async (checkout) => {
      const { deleted, changed, files, clean } = await buildCheckout(checkout, tools);
      expect(deleted).toBe('');
      if (checkout.isUnchanged) expect(changed).toBe('');
      expect(files).toEqual(clean);
    },
    300_000,
  );
});
