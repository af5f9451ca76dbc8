import { execFileSync } from 'node:child_process';
import { buildCheckout, CHECKOUT_CASES, type CheckoutTools } from '@topicmill/test-support/checkouts';
import { sharedFolder } from '@topicmill/test-support/shared-folder';
import { expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

/** Checkouts that share one cache of Nx. */
function withSharedCache(): CheckoutTools<NxWorkspace> {
  const cache = sharedFolder('nx-cache');
  const env = { NX_CACHE_DIRECTORY: `${cache}/cache`, NX_WORKSPACE_DATA_DIRECTORY: `${cache}/data` };
  return {
    create: () => NxWorkspace.empty(),
    prepare: (repo) => repo.install(),
    async build(repo) {
      const { status, output } = await repo.build({ env });
      if (status !== 0) throw new Error(output);
    },
    async buildClean(repo) {
      repo.install();
      const command = repo.path('node_modules/topicmill/bin/topicmill.js');
      execFileSync(process.execPath, [command, 'build'], { cwd: repo.root, stdio: 'pipe' });
    },
  };
}

it.each(CHECKOUT_CASES)(
  'a checkout, $name, with results that are $results, is built by Nx as a clean one is',
  async (checkout) => {
    const { deleted, changed, files, clean } = await buildCheckout(checkout, withSharedCache());
    expect(deleted).toBe('');
    if (checkout.isUnchanged) expect(changed).toBe('');
    expect(files).toEqual(clean);
  },
  600_000,
);
