import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import type { Folder } from './folder.js';
import { FolderState, shortParts } from './folder-state.js';
import { openFolder } from './source-path.js';
import type { Step } from './step.js';
import { type InputHashes, readInputs } from './step-inputs.js';
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
  /**
   * Steps that would run before it and whose files it reads: what they make may change its inputs. Those of the same folder
   * by their names, others as `index of docs/queues`.
   */
  readonly after: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the inputs of the steps of a folder with those that its state recorded. Nothing runs, nothing is written.
 *
 * @param worksOf the work of all targets in a folder
 */
export function explainSteps(
  folder: Folder,
  workspace: Workspace,
  worksOf: (folder: Folder) => readonly FolderWork[],
): StepExplanation[] {
  return new Explainer(workspace, worksOf).explain(folder);
}

class Explainer {
  private readonly explained = new Map<string, StepExplanation>();

  constructor(
    private readonly workspace: Workspace,
    private readonly worksOf: (folder: Folder) => readonly FolderWork[],
  ) {}

  explain(folder: Folder): StepExplanation[] {
    return this.stepsOf(folder).map(({ work, step }) => this.explainStep(work, step));
  }

  private stepsOf(folder: Folder): { readonly work: FolderWork; readonly step: Step }[] {
    return this.worksOf(folder).flatMap((work) => work.steps.map((step) => ({ work, step })));
  }

  private explainStep(work: FolderWork, step: Step): StepExplanation {
    const key = `${work.target} ${step.name} ${work.folder.id}`;
    const known = this.explained.get(key);
    if (known !== undefined) return known;
    const { root, config } = this.workspace;
    const files = openFolder(this.workspace, work.folder);
    const state = new FolderState(root, work.target, displayPath(config, work.folder.id));
    const read = (): InputHashes => readInputs(step, { folder: work.folder, files, workspace: this.workspace });
    const explanation = {
      target: work.target,
      step: step.name,
      ...compareInputs(step, state, read),
      after: [...new Set(this.stepsBefore(work, step))],
    };
    this.explained.set(key, explanation);
    return explanation;
  }

  private stepsBefore({ folder }: FolderWork, step: Step): string[] {
    const own = this.stepsOf(folder);
    const before = own.slice(
      0,
      own.findIndex((each) => each.step === step),
    );
    const inFolder = before.filter((each) => isRead(each.step, step) && this.runs(each.work, each.step));
    return [...inFolder.map((each) => each.step.name), ...this.stepsElsewhere(folder, step)];
  }

  /** Steps of the docs root, and of the folders directly below, that make a file which the step reads. */
  private stepsElsewhere({ childIds }: Folder, { inputs }: Step): string[] {
    const { tree, config } = this.workspace;
    return inputs.flatMap((input) => {
      if (input.kind !== 'docs-root' && input.kind !== 'below') return [];
      return (input.kind === 'below' ? childIds : ['']).flatMap((id) =>
        this.stepsOf(tree.get(id)!)
          .filter(({ step }) => step.outputs.some(({ glob }) => glob === input.path))
          .filter(({ work, step }) => this.runs(work, step))
          .map(({ step }) => `${step.name} of ${displayPath(config, id)}`),
      );
    });
  }

  private runs(work: FolderWork, step: Step): boolean {
    const { status, after } = this.explainStep(work, step);
    return status !== 'current' || after.length > 0;
  }
}

type Comparison = Omit<StepExplanation, 'target' | 'step' | 'after'>;

const NOTHING = { added: [], changed: [], removed: [], diagnostics: [] } as const;

function compareInputs(step: Step, state: FolderState, read: () => InputHashes): Comparison {
  const last = state.get(step.name);
  try {
    const { sha256, parts: whole } = read();
    if (last === undefined) return { ...NOTHING, status: 'new', diagnostics: state.damage ? [state.damage] : [] };
    if (last.inputs === sha256) return { ...NOTHING, status: 'current' };
    const [before, parts] = [shortParts(last.parts ?? whole), shortParts(whole)];
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
