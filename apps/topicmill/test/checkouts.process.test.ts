import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CASE_PLACES } from '@topicmill/test-support/changed-case';
import {
  type BuildOutcome,
  buildCheckout,
  buildUnwritable,
  CHECKOUT_CASES,
  type CheckoutTools,
  UNWRITABLE_CASES,
} from '@topicmill/test-support/checkouts';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));

async function build(repo: DocsRepo): Promise<readonly string[]> {
  const { exitCode, err } = await repo.run('build');
  if (exitCode !== 0) throw new Error(err);
  return [];
}

function buildAs(repo: DocsRepo, uid: number): Promise<BuildOutcome> {
  const options = { cwd: repo.root, uid, gid: uid, env: { PATH: process.env['PATH'] } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, 'build'], options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, output: stdout + stderr }),
    );
  });
}

const TOOLS: CheckoutTools<DocsRepo> = { create: () => new DocsRepo(), build, buildClean: build };

it.skipIf(process.getuid?.() !== 0).each(UNWRITABLE_CASES)(
  'a checkout $name, with results that are $results, is refused with a code and left as it was',
  async (checkout) => {
    const { refused, before, after, deleted, files, clean } = await buildUnwritable(checkout, TOOLS, buildAs);
    expect(refused).toEqual({
      status: 1,
      output: expect.stringMatching(/^\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m),
    });
    expect(after).toEqual(before);
    expect(deleted).toBe('');
    expect(files).toEqual(clean);
  },
  300_000,
);

describe.each(CASE_PLACES)('among $name', ({ parent, isThere }) => {
  const tools = { ...TOOLS, create: () => new DocsRepo({}, undefined, parent) };

  it.skipIf(!isThere).each(CHECKOUT_CASES)(
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
