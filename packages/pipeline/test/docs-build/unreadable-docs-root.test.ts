import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { withFault } from '@topicmill/test-support/faults';
import { expect, it, onTestFinished } from 'vitest';

it.each(['docs', '.'])('a docs root %j that cannot be listed for a moment keeps all files', async (docsRoot) => {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-unreadable-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const reference = join(root, docsRoot, 'tea/golden-reference.md');
  mkdirSync(dirname(reference), { recursive: true });
  writeFileSync(join(root, 'topicmill.yaml'), `docsRoot: ${docsRoot}\n`);
  writeFileSync(reference, '# Tea\n\nWhat tea is.\n');
  const build = () => buildDocs(openWorkspace(root, { env: {} }), {});
  await build();
  const spec = join(root, docsRoot, 'tea/topic-spec.md');
  writeFileSync(spec, `${readFileSync(spec, 'utf8')}\n## Notes\n\nAsk Maria first.\n`);
  await build();
  const before = readFileSync(spec, 'utf8');
  const listed = `readdirSync ${join(root, docsRoot)} (EACCES)`;
  let failedCall: string | undefined;
  for (let at = 0; failedCall !== listed && at < 100; at++) {
    // A folder that has not changed is not listed.
    utimesSync(join(root, docsRoot), new Date(), new Date());
    const run = await withFault({ below: [join(root, docsRoot)], at, kind: 'EACCES' }, build).catch(() => undefined);
    failedCall = run?.failedCall;
    if (failedCall !== listed) continue;
    expect(run?.result.folders).toMatchObject([{ id: '', outcome: 'failed' }]);
    expect(run?.result.removed).toEqual([]);
    expect(readFileSync(spec, 'utf8')).toBe(before);
  }
  expect(failedCall).toBe(listed);
});
