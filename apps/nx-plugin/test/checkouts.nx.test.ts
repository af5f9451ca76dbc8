import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import {
  type BuildOutcome,
  buildCheckout,
  buildUnwritable,
  CHECKOUT_CASES,
  type CheckoutTools,
  UNWRITABLE_CASES,
} from '@topicmill/test-support/checkouts';
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
      const { status, output, ran } = await repo.build({ env });
      if (status !== 0) throw new Error(output);
      return ran;
    },
    async buildClean(repo) {
      repo.install();
      const command = repo.path('node_modules/topicmill/bin/topicmill.js');
      execFileSync(process.execPath, [command, 'build'], { cwd: repo.root, stdio: 'pipe' });
    },
  };
}

/** What no branch has built before they are joined: shares of words are those of all topics, and coffee's keywords follow. */
const OF_BOTH_BRANCHES = ['docs:authority', 'docs:index', 'drinks/coffee:index', 'drinks:index'];

function isJoined({ name }: (typeof CHECKOUT_CASES)[number]): boolean {
  return name === 'merged' || name === 'rebased';
}

it.each(CHECKOUT_CASES)(
  'a checkout, $name, with results that are $results, is built by Nx as a clean one is',
  async (checkout) => {
    const { ran, deleted, changed, files, clean } = await buildCheckout(checkout, withSharedCache());
    expect(ran).toEqual(checkout.isUnchanged && isJoined(checkout) ? OF_BOTH_BRANCHES : []);
    expect(deleted).toBe('');
    if (checkout.isUnchanged) expect(changed).toBe('');
    expect(files).toEqual(clean);
  },
  600_000,
);

/** The user keeps Nx's data away from a checkout that is not theirs. */
function buildAs(repo: NxWorkspace, uid: number): Promise<BuildOutcome> {
  const home = sharedFolder('nobody');
  chownSync(home, uid, uid);
  const env = { HOME: home, NX_WORKSPACE_DATA_DIRECTORY: `${home}/data`, NX_CACHE_DIRECTORY: `${home}/cache` };
  return repo.build({ uid, env });
}

it.skipIf(process.getuid?.() !== 0).each(UNWRITABLE_CASES)(
  'a checkout $name, with results that are $results, is refused by Nx with a code and left as it was',
  async (checkout) => {
    const tools = withSharedCache();
    const { refused, before, after, deleted, files, clean } = await buildUnwritable(checkout, tools, buildAs);
    expect(refused.status).toBe(1);
    expect(refused.output).toMatch(/^\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m);
    expect(after).toEqual(before);
    expect(deleted).toBe('');
    expect(files).toEqual(clean);
  },
  600_000,
);
