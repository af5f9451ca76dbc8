import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FAULT_CODES, type FaultKind, withFault } from '@topicmill/test-support/faults';
import type { Random } from '@topicmill/test-support/generate';
import type { FaultyDocs } from './faulty-docs.js';
import type { PartCount } from './part.js';

const KINDS = [...FAULT_CODES, 'half a write'] as const;

/** Lets one call of a build in this process fail, again and again, each time another one, and builds once more. */
export async function failCalls(docs: FaultyDocs, random: Random, count: PartCount): Promise<void> {
  const counts = new Map<string, number>();
  for (const kind of KINDS) counts.set(kind, await callCount(docs, kind));
  while (!count.isDone) {
    const kind = random.pick(KINDS);
    const root = docs.copy();
    const at = random.integer(0, counts.get(kind)! - 1);
    const { isTold, failedCall } = await build(root, { below: [`${root}/`], at, kind });
    if (failedCall !== undefined) {
      count.add(1);
      if (!isTold && docs.differences(root).length > 0) count.addSilent(failedCall.replace(root, ''));
      const again = await build(root, { below: [], at: undefined, kind });
      const wrong = again.isTold ? ['the next build fails'] : docs.differences(root);
      if (wrong.length > 0) count.addKept(`${failedCall.replace(root, '')}: ${wrong[0]}`);
    }
    docs.discard(root);
  }
}

/** How many calls of a build can fail in a certain way. */
export async function callCount(docs: FaultyDocs, kind: FaultKind): Promise<number> {
  const root = docs.copy();
  const { callCount: calls } = await withFault({ below: [`${root}/`], at: undefined, kind }, () => buildIn(root));
  docs.discard(root);
  return calls;
}

async function build(
  root: string,
  fault: Parameters<typeof withFault>[0],
): Promise<{ isTold: boolean; failedCall: string | undefined }> {
  let failedCall: string | undefined;
  try {
    const run = await withFault(fault, () => buildIn(root));
    failedCall = run.failedCall;
    return { isTold: run.result, failedCall };
  } catch (error) {
    return { isTold: true, failedCall: `${fault.kind}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Returns whether the build told of a failure. */
export async function buildIn(root: string): Promise<boolean> {
  const { folders, diagnostics } = await buildDocs(openWorkspace(root, { env: {} }), {});
  const isFailed = folders.some(({ outcome }) => outcome !== 'built');
  return isFailed || diagnostics.some(({ severity }) => severity === 'error');
}
