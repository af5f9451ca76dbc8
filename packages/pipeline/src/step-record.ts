import { join } from 'node:path';
import { readTextIfExists, writeFileIfChanged } from '@topicmill/files';
import { z } from 'zod';

const stepRecord = z.strictObject({
  inputs: z.string(),
  outputs: z.record(z.string(), z.string()),
});
const folderRecord = z.strictObject({ format: z.literal(1), steps: z.record(z.string(), stepRecord) });

/** What a step read and wrote when it last ran: hashes of its inputs and, by path, of its outputs. */
export type StepRecord = z.infer<typeof stepRecord>;

/**
 * What each step of a folder did last. It only saves work: hashes are compared with the files at every use, so that a
 * record that is missing, old or damaged costs a run and never gives a wrong result.
 */
export class FolderRecord {
  private readonly path: string;
  private readonly steps: Map<string, StepRecord>;

  constructor(workspaceRoot: string, folderId: string) {
    this.path = join(workspaceRoot, '.topicmill', 'steps', folderId, 'steps.json');
    this.steps = new Map(Object.entries(readSteps(this.path)));
  }

  get(stepName: string): StepRecord | undefined {
    return this.steps.get(stepName);
  }

  set(stepName: string, record: StepRecord): void {
    this.steps.set(stepName, record);
  }

  save(): void {
    const content = { format: 1, steps: Object.fromEntries(this.steps) };
    writeFileIfChanged(this.path, `${JSON.stringify(content)}\n`);
  }
}

function readSteps(path: string): Record<string, StepRecord> {
  try {
    return folderRecord.parse(JSON.parse(readTextIfExists(path) ?? '')).steps;
  } catch {
    return {};
  }
}
