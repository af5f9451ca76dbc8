import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FAULT_CODES, withFault } from '@topicmill/test-support/faults';
import { expect, it } from 'vitest';
import { type Build, DocsRepo, filesBelow } from './docs-repo.js';

const EDITED = 'docs/garden/compost/golden-reference.md';
/** How many calls fail with each code, spread over a build; every call if there are fewer. */
const FAULTS_EACH = Number(process.env['TOPICMILL_FAULTS'] ?? 5);

/** A built handbook of which one reference has been edited since. */
async function editedHandbook(): Promise<DocsRepo> {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(EDITED, (text) => `${text}\n## More\n\nLeaves of oak rot slowly.\n`);
  return repo;
}

it.each(FAULT_CODES)(
  'one call that fails with %s is not remembered: the next build is that of a sound disk',
  async (code) => {
    const reference = await editedHandbook();
    const { callCount } = await withFault({ below: [reference.root], at: undefined, kind: code }, () =>
      reference.build(),
    );
    const expected = reference.files();
    const stride = Math.max(1, callCount / FAULTS_EACH);
    const wrong: string[] = [];
    for (let at = FAULT_CODES.indexOf(code) * 0.2 * stride; at < callCount; at += stride) {
      wrong.push(...(await wrongAfter(code, Math.floor(at), '', expected)));
    }
    expect(wrong).toEqual([]);
  },
  3_600_000,
);

/** The steps of the docs root read these of every topic. */
it.each([EDITED, 'docs/garden/compost/_chunks/golden-reference-0.md'])(
  'no call for %s that fails is remembered',
  async (path) => {
    const reference = await editedHandbook();
    const below = [join(reference.root, path)];
    const { callCount } = await withFault({ below, at: undefined, kind: 'EIO' }, () => reference.build());
    expect(callCount).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (let at = 0; at < callCount; at++) wrong.push(...(await wrongAfter('EIO', at, path, reference.files())));
    expect(wrong).toEqual([]);
  },
  3_600_000,
);

/**
 * What is wrong after one call that failed in a build, and after the next build.
 *
 * @param path the call is one of those for it, below the repository's root
 */
async function wrongAfter(
  kind: (typeof FAULT_CODES)[number],
  at: number,
  path: string,
  expected: Record<string, string>,
): Promise<string[]> {
  const repo = await editedHandbook();
  const fault = { below: [join(repo.root, path)], at, kind };
  const wrong: string[] = [];
  const run = await withFault(fault, () => repo.build()).catch((error: unknown) => error);
  const isSilent = !(run instanceof Error) && (run as { result: { failed: string[] } }).result.failed.length === 0;
  const call = run instanceof Error ? run.message : (run as { failedCall: string }).failedCall;
  if (isSilent && !isDeepStrictEqual(repo.files(), expected)) wrong.push(`silent: ${call}`);
  const again = await repo.build().catch((error: unknown) => error as Error);
  if (again instanceof Error || again.failed.length > 0) wrong.push(`fails again: ${call}`);
  else if (!isDeepStrictEqual(repo.files(), expected)) wrong.push(`remembered: ${call}`);
  const left = Object.keys(filesBelow(repo.root)).filter((each) => each.endsWith('-tmp'));
  if (left.length > 0) wrong.push(`left: ${left.join()} by ${call}`);
  repo.discard();
  return wrong;
}

it('what cannot be read or removed of a topic that is gone is named with its code, and removed by the next build', async () => {
  const gone = async (): Promise<DocsRepo> => {
    const repo = await DocsRepo.builtHandbook();
    repo.remove(EDITED);
    return repo;
  };
  const sound = await gone();
  const topic = `${sound.root}/docs/garden/compost`;
  const { callCount } = await withFault({ below: [topic], at: undefined, kind: 'EACCES' }, () => sound.build());
  const expected = sound.files();
  expect(callCount).toBeGreaterThan(5);
  const stride = Math.max(1, Math.floor(callCount / (FAULTS_EACH * FAULT_CODES.length)));
  for (let at = 0; at < callCount; at += stride) {
    const repo = await gone();
    const below = [`${repo.root}/docs/garden/compost`];
    const run = await withFault({ below, at, kind: 'EACCES' }, () => repo.build()).catch((error: unknown) => error);
    if (run instanceof Error) expect(run, `call ${at}`).toMatchObject({ name: 'TopicmillError', code: /^FILE_UN/ });
    else if (!isDeepStrictEqual(repo.files(), expected)) {
      const { diagnostics: told, reconciled } = (run as { result: Build }).result;
      const diagnostics = [...told, ...reconciled.diagnostics];
      expect(
        diagnostics.map(({ code }) => code),
        `call ${at}`,
      ).toContainEqual(expect.stringMatching(/^FILE_UN/));
    }
    await repo.build();
    expect(isDeepStrictEqual(repo.files(), expected), `call ${at}`).toBe(true);
    repo.discard();
  }
});
