import type { TopicmillConfig } from '../config/index.js';
import type { Folder, Step, Target } from '../runner/index.js';
import { INDEX, STEP_TABLES } from './pipeline.js';

/** A step that can be run by its name, with the earlier steps that it needs. */
export interface StepTarget extends Target {
  /** Names of the step targets whose files its steps read in the same folder. */
  readonly needs: readonly string[];
}

/** What is left of the target `index`. It has another name because its states must not replace those of all steps. */
const REST = 'index-step';

/** The target `index` in parts: one for each step that can be asked for by its name, in order, then one for the rest. */
export const STEP_TARGETS: readonly StepTarget[] = stepTargets();

/**
 * The targets that build folders, in order: one that runs all steps, or one for each step, as the configuration says. The
 * last one makes `index.json`.
 */
export function indexTargets({ nx }: Pick<TopicmillConfig, 'nx'>): readonly Target[] {
  return nx.tasks === 'step' ? STEP_TARGETS : [INDEX];
}

function stepTargets(): StepTarget[] {
  const tables = STEP_TABLES.map(partsOf);
  const names = [...new Set(tables.flatMap((parts) => [...parts.keys()]))];
  const targets = names.map((name) => stepTarget(name, [...new Set(tables.flatMap((parts) => parts.get(name) ?? []))]));
  return targets.map((target) => ({ ...target, needs: targets.filter((other) => isRead(other, target)).map(nameOf) }));
}

function stepTarget(name: string, steps: readonly Step[]): Target {
  const isRest = name === REST;
  return {
    name,
    steps,
    foldersIn: ({ tree }) =>
      isRest ? [...tree.values()] : [...tree.values()].filter(({ isTopic }) => isTopic).map(withoutChildren),
    stepsOf: (folder) => INDEX.stepsOf(folder).filter((step) => steps.includes(step)),
    // What a topic had and a category has not is removed with the category's index, however it was made.
    ...(isRest ? { stepsOfKind: INDEX.stepsOfKind! } : {}),
  };
}

/** A topic does not wait for such a step of the topics below it. */
function withoutChildren(folder: Folder): Folder {
  return { ...folder, childIds: [] };
}

/** The steps of a table by the target that they belong to. */
function partsOf(table: readonly Step[]): Map<string, Step[]> {
  const parts = new Map<string, Step[]>();
  let part: Step[] = [];
  for (const step of table) {
    part.push(step);
    if (!step.isTask) continue;
    parts.set(step.name, part);
    part = [];
  }
  return parts.set(REST, part);
}

function isRead({ steps: makers, name }: Target, { steps: readers, name: readerName }: Target): boolean {
  const made = new Set(makers.flatMap(({ outputs }) => outputs.map(({ glob }) => glob)));
  const isMade = (input: Step['inputs'][number]): boolean => input.kind === 'made' && made.has(input.files.glob);
  return name !== readerName && readers.some(({ inputs }) => inputs.some(isMade));
}

function nameOf({ name }: Target): string {
  return name;
}
