import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import { FolderState } from './folder-state.js';
import { readInputs } from './read-inputs.js';
import { openFolder } from './source-path.js';
import type { Step } from './step.js';
import type { FolderWork } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/** Why a step of a folder would run in the next build, or not. */
export interface StepExplanation {
  readonly target: string;
  readonly step: string;
  /**
   * `current`: its inputs are those of its last run. `changed`: they are not. `new`: `.topicmill` has no result of it.
   * `unreadable`: an input cannot be read, so that the step would fail.
   */
  readonly status: 'current' | 'changed' | 'new' | 'unreadable';
  /** Names of inputs, sorted. All are empty where the state is of a release that did not record them. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Steps of the same folder that would run before it and whose files it reads: what they make may change its inputs. */
  readonly after: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares the inputs of the steps of a folder with those that its state recorded. Nothing runs, nothing is written. */
export function explainSteps(works: readonly FolderWork[], workspace: Workspace): StepExplanation[] {
  const explained: { readonly step: Step; readonly explanation: StepExplanation }[] = [];
  for (const { folder, target, steps } of works) {
    const state = new FolderState(workspace.root, target, displayPath(workspace.config, folder.id));
    for (const step of steps) {
      const runs = explained.filter(({ explanation: { status, after } }) => status !== 'current' || after.length > 0);
      const after = runs.filter((other) => isRead(other.step, step)).map((other) => other.step.name);
      const files = openFolder(workspace, folder);
      const compared = compareInputs(step, state, () => readInputs(step, { folder, files, workspace }));
      explained.push({ step, explanation: { target, step: step.name, ...compared, after: [...new Set(after)] } });
    }
  }
  return explained.map(({ explanation }) => explanation);
}

type Comparison = Omit<StepExplanation, 'target' | 'step' | 'after'>;

const NOTHING = { added: [], changed: [], removed: [], diagnostics: [] } as const;

function compareInputs(step: Step, state: FolderState, read: () => ReturnType<typeof readInputs>): Comparison {
  const last = state.get(step.name);
  try {
    const { sha256, parts } = read();
    if (last === undefined) return { ...NOTHING, status: 'new', diagnostics: state.damage ? [state.damage] : [] };
    if (last.inputs === sha256) return { ...NOTHING, status: 'current' };
    const before = last.parts ?? parts;
    const names = [...new Set([...Object.keys(before), ...Object.keys(parts)])].sort();
    const isIn = (hashes: Readonly<Record<string, string>>, name: string): boolean => (hashes[name] ?? '') !== '';
    return {
      status: 'changed',
      added: names.filter((name) => !isIn(before, name) && isIn(parts, name)),
      changed: names.filter((name) => isIn(before, name) && isIn(parts, name) && before[name] !== parts[name]),
      removed: names.filter((name) => isIn(before, name) && !isIn(parts, name)),
      diagnostics: [],
    };
  } catch (thrown) {
    return { ...NOTHING, status: 'unreadable', diagnostics: diagnosticsOf(thrown) };
  }
}

function isRead({ outputs }: Step, { inputs }: Step): boolean {
  const made = new Set(outputs.map(({ glob }) => glob));
  return inputs.some((input) => input.kind === 'made' && made.has(input.files.glob));
}
