import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { faultEnvironment } from '@topicmill/test-support/faults';
import type { Random } from '@topicmill/test-support/generate';
import { runBuild } from '../builds/run-build.js';
import { buildIn, callCount } from './fail-calls.js';
import { type FaultyDocs, folderFor } from './faulty-docs.js';
import type { PartCount } from './part.js';

/** Kills a process that builds at one of its calls to the file system, again and again, and builds once more. */
export async function killCalls(docs: FaultyDocs, random: Random, count: PartCount): Promise<void> {
  const calls = await callCount(docs, 'kill');
  const reports = folderFor(docs.copy(), 'reports');
  while (!count.isDone) {
    const root = docs.copy();
    rmSync(reports, { recursive: true, force: true });
    mkdirSync(reports, { recursive: true });
    const at = random.integer(0, calls - 1);
    const env = faultEnvironment({ below: [`${root}/`], at, kind: 'kill', reports });
    await runBuild('in-process', root, env).finished;
    if (readdirSync(reports).length > 0) {
      count.add(1);
      const wrong = (await buildIn(root)) ? ['the next build fails'] : docs.differences(root);
      if (wrong.length > 0) count.addKept(`call ${at}: ${wrong[0]}`);
    }
    docs.discard(root);
  }
}
