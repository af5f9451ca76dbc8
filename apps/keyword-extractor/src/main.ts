import { processIo } from '@topicmill/base/cli';
import { runTopicCommand } from '@topicmill/pipeline/topic-command';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace/pipeline-version';

/** Runs `keyword-extractor`; see `--help`. Returns the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runTopicCommand(
    {
      name: 'keyword-extractor',
      version: PIPELINE_VERSION,
      description:
        'Counts the terms of a topic and scores those that set it apart from the other topics of its docs root.',
      examples: [
        [
          'keyword-extractor docs/cli/native-aot',
          'write _keywords/terms.md and words.md, and the docs root’s authority.md',
        ],
        ['keyword-extractor docs/cli/native-aot --dry-run', 'say which of them would change'],
      ],
      isEmbedding: false,
      stepsFor: async (folder, docsRoot) => {
        const { AUTHORITY, INDEX, keywordsStep, termsStep } = await import('@topicmill/pipeline/steps');
        const { folderWork } = await import('@topicmill/pipeline/runner');
        return [
          { folder, target: INDEX.name, steps: [termsStep] },
          folderWork(AUTHORITY, docsRoot),
          { folder, target: INDEX.name, steps: [keywordsStep] },
        ];
      },
    },
    args,
    processIo(),
  );
}
