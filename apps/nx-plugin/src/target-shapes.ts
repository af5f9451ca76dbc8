import type { TopicmillConfig } from '@topicmill/base/config';
import { type Folder, type Step, sourceKey, type Target } from '@topicmill/pipeline/runner';
import { type NxInput, nxInputs, statesOf } from './nx-inputs.js';

/** What a target has in common in all folders of a kind. */
export interface TargetShape {
  /** Names of the hashes that its sources are known by. */
  readonly keys: readonly string[];
  /** Without the hashes of what is read when a run is planned. */
  readonly inputs: readonly NxInput[];
}

/** Works out once what a target of a topic is made from that all topics have in common. */
export class TargetShapes {
  private readonly known = new Map<string, TargetShape>();
  private readonly states = new Map<string, NxInput>();

  constructor(private readonly config: TopicmillConfig) {}

  /** @param projectRoot of the project that the folders belong to */
  of(target: Target, folders: readonly Folder[], projectRoot: string): TargetShape {
    const [folder, ...others] = folders;
    if (folder === undefined || others.length > 0 || !isPlainTopic(folder))
      return this.make(target, folders, projectRoot);
    const key = `${target.name} ${folder.childIds.length > 0}`;
    const shape = this.known.get(key) ?? this.make(target, folders, projectRoot);
    this.known.set(key, shape);
    return shape;
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
}

/** Names of the hashes that the sources of steps are known by. */
export function keysOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ inputs }) => inputs).flatMap((input) => sourceKey(input) ?? []);
}

/** Whether its inputs are the same as those of other topics, but for the project's root. The docs root has steps of its own. */
function isPlainTopic({ id, isTopic, sources }: Folder): boolean {
  return isTopic && sources === undefined && id !== '';
}
