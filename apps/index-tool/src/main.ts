import { type CommandIo, type ExitCode, processIo } from '@topicmill/base/cli';
import { runTopicCommand } from '@topicmill/pipeline/topic-command';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace/pipeline-version';

/** Runs `index-tool`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  return runTopicCommand(
    {
      name: 'index-tool',
      version: PIPELINE_VERSION,
      description: 'Writes the index.json of a topic or category from its topic-spec.md and the indexes below it.',
      examples: [
        ['index-tool docs/cli/native-aot', 'write the topic’s index.json'],
        ['index-tool docs/cli', 'write the category’s index.json'],
        ['index-tool docs', 'write the docs root’s index.json'],
      ],
      isEmbedding: false,
      stepsFor: async (folder) => {
        const { INDEX, indexStep } = await import('@topicmill/pipeline/steps');
        return [{ folder, target: INDEX.name, steps: [indexStep] }];
      },
    },
    args,
    io,
  );
}
