import { throwErrors } from '@topicmill/base/diagnostics';
import {
  buildTopicIndex,
  formatIndexJson,
  isOwnIndex,
  readIndexSummary,
  readTopicSpec,
  type TopicSpec,
} from '@topicmill/topics/formats';
import { INDEX_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import {
  displayPath,
  missingInput,
  type OwnedFiles,
  ownedFile,
  type Step,
  type StepInput,
  type StepInputs,
  type StepResult,
} from '../runner/index.js';
import { TOPIC_SPEC } from './topic-spec.js';

export type DocsNames = Pick<TopicmillConfig, 'title' | 'description'>;

/** Writes a folder's `index.json` from its `topic-spec.md` and the indexes below it. */
export const indexStep = indexStepFor(TOPIC_SPEC, []);
/** The same for a page or a folder of pages, of which the site says something too. */
export const pageIndexStep = indexStepFor(ownedFile(TOPIC_SPEC_FILE), [{ kind: 'page' }]);

function indexStepFor(topicSpec: OwnedFiles, inputs: readonly StepInput[]): Step {
  return {
    name: 'index',
    scope: 'folder',
    inputs: [
      { kind: 'made', files: topicSpec },
      { kind: 'below', path: INDEX_FILE },
      { kind: 'config', key: 'stripes' },
      { kind: 'config', key: 'baseHref' },
      { kind: 'config', key: 'title', of: (config, { id }) => namesOf(config, id) },
      ...inputs,
    ],
    outputs: [{ ...ownedFile(INDEX_FILE), recognizes: (_, text) => isOwnIndex(text) }],
    run: makeIndex,
  };
}

/** What the configuration calls the docs, which their root alone shows. */
export function namesOf({ title, description }: DocsNames, folderId: string): DocsNames | undefined {
  return folderId === '' ? { title, description } : undefined;
}

async function makeIndex(inputs: StepInputs): Promise<StepResult> {
  const spec = readSpec(inputs);
  requireIndexesBelow(inputs);
  const index = buildTopicIndex({
    id: inputs.folder.id,
    spec,
    children: inputs.others.map(({ id, path, file }) => readIndexSummary(file.text, `${id}/${path}`)),
    stripeRounding: inputs.config.stripes.rounding,
    baseHref: inputs.config.baseHref,
    page: inputs.folder.page ?? inputs.folder.category,
    ...namesOf(inputs.config, inputs.folder.id),
  });
  return { files: new Map([[INDEX_FILE, formatIndexJson(index)]]), diagnostics: spec?.diagnostics ?? [] };
}

/**
 * A category needs none; of a topic without one, the index would have nothing in it.
 *
 * @throws FaultsError `TOPIC_SPEC_INVALID`; TopicmillError `STEP_INPUT_MISSING`
 */
function readSpec(inputs: StepInputs): TopicSpec | undefined {
  const { isTopic } = inputs.folder;
  const file = isTopic ? inputs.required(TOPIC_SPEC_FILE) : inputs.file(TOPIC_SPEC_FILE);
  if (file === undefined) return undefined;
  const spec = readTopicSpec(file.text, inputs.displayPath(TOPIC_SPEC_FILE), inputs.folder.id);
  throwErrors(spec.diagnostics);
  if (isTopic && spec.sections === undefined) {
    throw missingInput({
      step: 'index',
      file: inputs.displayPath(TOPIC_SPEC_FILE),
      command: TOPIC_SPEC.command?.(inputs.displayPath('')),
      part: 'the section "Chunks" of this file',
    });
  }
  return spec;
}

/** @throws TopicmillError `STEP_INPUT_MISSING` when a folder directly below has no index */
function requireIndexesBelow({ folder, others, config }: StepInputs): void {
  const present = new Set(others.map(({ id }) => id));
  const missing = folder.childIds.find((id) => !present.has(id));
  if (missing === undefined) return;
  const child = displayPath(config, missing);
  throw missingInput({ step: 'index', file: `${child}/${INDEX_FILE}`, command: `index-tool ${child}` });
}
