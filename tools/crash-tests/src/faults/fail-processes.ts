import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_KINDS, faultEnvironment } from '@topicmill/test-support/faults';
import type { Random } from '@topicmill/test-support/generate';
import { runBuild } from '../builds/run-build.js';
import { buildAgain, type FaultyDocs, folderFor } from './faulty-docs.js';
import type { PartCount } from './part.js';

/** Our own files; what else Nx reads and writes is Nx's. */
const BELOW = ['docs/', '.topicmill/'];
/** Most processes of a build come this far. */
const MOST_CALLS = 600;

/** Lets a call fail in every process and thread of `nx run-many`, or kills it there, and builds again without. */
export async function failProcesses(docs: FaultyDocs, random: Random, count: PartCount): Promise<void> {
  const reports = folderFor(docs.copy(), 'reports');
  while (!count.isDone) {
    const root = docs.copy();
    rmSync(reports, { recursive: true, force: true });
    mkdirSync(reports, { recursive: true });
    const kind = random.pick(FAULT_KINDS);
    const at = Math.floor(MOST_CALLS ** random.next()) - 1;
    const below = BELOW.map((folder) => join(root, folder));
    const env = faultEnvironment({ below, at, kind, reports });
    const { status } = await runBuild('nx', root, env).finished;
    const failed = readdirSync(reports).map((name) => readFileSync(join(reports, name), 'utf8').trim());
    count.add(failed.length);
    const what = failed.map((call) => call.replaceAll(root, '')).join(', ');
    if (status === 0 && docs.differences(root).length > 0) count.addSilent(what);
    const wrong = [...(await buildAgain('nx', root)), ...docs.differences(root)];
    if (wrong.length > 0) count.addKept(`${wrong[0]} after ${what}`);
    docs.discard(root);
  }
}
