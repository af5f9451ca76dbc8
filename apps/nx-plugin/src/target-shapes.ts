import type { TopicmillConfig } from '@topicmill/pipeline/config';
import { type Folder, type Step, sourceKey, type Target } from '@topicmill/pipeline/runner';
import { STEP_TARGETS } from '@topicmill/pipeline/steps';
import { type NxInput, nxInputs, statesOf } from './nx-inputs.js';

/** What a target has in common in all folders of a kind. */
export interface TargetShape {
  /** Names of the hashes that its sources are known by. */
  readonly keys: readonly string[];
  /** Without the hashes of what is read when a run is planned. */
  readonly inputs: readonly NxInput[];
}

/** Lists of inputs by the names that the targets of a project know them by. */
type NamedInputs = Record<string, NxInput[]>;

/** Works out once what a target of a topic is made from that all topics have in common. */
export class TargetShapes {
  private readonly known = new Map<string, TargetShape>();
  private readonly states = new Map<string, NxInput>();
  private named: NamedInputs | undefined;

  constructor(private readonly config: TopicmillConfig) {}

  /** @param rootOf gives the root of the project that the folders belong to; not called for topics that share a shape */
  of(target: Target, folders: readonly Folder[], rootOf: () => string): TargetShape {
    const [folder] = folders;
    if (folder === undefined || folders.length > 1 || !isPlainTopic(folder))
      return this.make(target, folders, rootOf());
    const key = `${target.name} ${folder.childIds.length > 0}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { keys, inputs } = this.make(target, folders, rootOf());
    const shape = { keys, inputs: inputsByName(inputs, this.namedInputsOf(folder)!) };
    this.known.set(key, shape);
    return shape;
  }

  /**
   * What the project of a folder names, for the inputs that `of` gives. Several targets of a topic read the same files, and
   * Nx takes time for each input of each target of each project, whether the target runs or not.
   */
  namedInputsOf(folder: Folder): NamedInputs | undefined {
    if (!isPlainTopic(folder)) return undefined;
    this.named ??= this.makeNamed(folder);
    return this.named;
  }

  /** The states of targets, as inputs of a target that depends on them. */
  statesOf(targets: readonly string[]): NxInput[] {
    return targets.map((target) => {
      const states = this.states.get(target) ?? statesOf(target, this.config);
      this.states.set(target, states);
      return states;
    });
  }

  private make(target: Target, folders: readonly Folder[], projectRoot: string): TargetShape {
    const work = folders.map((folder) => ({ folder, steps: target.stepsOf(folder) }));
    const keys = new Set(work.flatMap(({ steps }) => keysOf(steps)));
    return { keys: [...keys], inputs: nxInputs(work, { config: this.config, projectRoot }) };
  }

  /** For each step target, what it reads and none before it. */
  private makeNamed(topic: Folder): NamedInputs {
    const named: NamedInputs = {};
    const before = new Set<string>();
    for (const target of STEP_TARGETS) {
      const { inputs } = this.make(target, [{ ...topic, childIds: [] }], '');
      const own = inputs.filter((input) => !before.has(textOf(input)));
      for (const input of own) before.add(textOf(input));
      if (own.length > 1) named[`topicmill-${target.name}`] = own;
    }
    return named;
  }
}

/** Inputs with the names of those lists that are among them in full. */
function inputsByName(inputs: readonly NxInput[], named: NamedInputs): NxInput[] {
  const left = new Map(inputs.map((input) => [textOf(input), input]));
  const names: string[] = [];
  for (const [name, list] of Object.entries(named)) {
    const texts = list.map(textOf);
    if (!texts.every((text) => left.has(text))) continue;
    for (const text of texts) left.delete(text);
    names.push(name);
  }
  return [...names, ...left.values()];
}

function textOf(input: NxInput): string {
  return JSON.stringify(input);
}

/** Names of the hashes that the sources of steps are known by. */
export function keysOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ inputs }) => inputs).flatMap((input) => sourceKey(input) ?? []);
}

/** Whether its inputs are the same as those of other topics, but for the project's root. The docs root has steps of its own. */
function isPlainTopic({ id, isTopic, sources }: Folder): boolean {
  return isTopic && sources === undefined && id !== '';
}
