import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import type { Folder, Step, StepInput } from '../runner/index.js';
import { topicStrategy } from '../workspace/index.js';
import { chosenTopics } from './chosen-topics.js';
import { markdownFolders } from './markdown-folders.js';
import { MARKDOWN_SOURCES } from './markdown-sources.js';
import type { OptionalTarget } from './optional-target.js';
import { RECORD_FILES } from './record-files.js';

const topicRecords = recordsStep([{ kind: 'source', path: REFERENCE_FILE }, { kind: 'page' }], 'topic');
const folderRecords = recordsStep([{ kind: 'sources', files: MARKDOWN_SOURCES }], 'folder');

/** Chunk records for databases: of the reference of a topic, of every document of a folder of markdown. */
export const recordsTarget: OptionalTarget = {
  name: 'records',
  reads: undefined,
  steps: [topicRecords],
  foldersIn: (docsRoot) =>
    docsRoot.config.records.enabled
      ? [...chosenTopics(docsRoot, docsRoot.config.records.topics), ...markdownFolders(docsRoot)]
      : [],
  stepsOf: ({ isTopic }) => [isTopic ? topicRecords : folderRecords],
};

/** Documents of one folder may have different strategies. */
function recordStrategies(config: TopicmillConfig, folder: Folder): unknown {
  if (folder.isTopic) return topicStrategy(config, folder);
  const { strategy, options, byPath } = config.chunking;
  return { strategy, options, byPath };
}

function recordsStep(sources: readonly StepInput[], scope: Step['scope']): Step {
  return {
    name: 'records',
    scope,
    inputs: [
      ...sources,
      { kind: 'config', key: 'records', of: ({ records }) => ({ ...records, topics: [], folders: [] }) },
      { kind: 'config', key: 'chunking', of: recordStrategies },
    ],
    outputs: [RECORD_FILES],
    run: async (inputs) => (await import('./run-records.js')).runRecords(inputs),
  };
}
