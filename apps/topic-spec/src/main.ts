import { processIo } from '@topicmill/base/cli';
import { runTopicCommand } from '@topicmill/pipeline/topic-command';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace/pipeline-version';

/** Runs `topic-spec`; see `--help`. Returns the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runTopicCommand(
    {
      name: 'topic-spec',
      version: PIPELINE_VERSION,
      description:
        'Embeds the chunks of a topic and writes their similarities, keywords and matched questions into topic-spec.md.',
      examples: [
        ['topic-spec docs/cli/native-aot', 'bring the tool’s sections of topic-spec.md up to date'],
        [
          'topic-spec docs/cli/native-aot --model ollama:mxbai-embed-large',
          'with a model other than the configured one',
        ],
        ['topic-spec docs/cli/native-aot --dry-run', 'count the texts that would be embedded'],
      ],
      isEmbedding: true,
      stepsFor: async (folder) => {
        const { INDEX, topicSpecStep } = await import('@topicmill/pipeline/steps');
        return [{ folder, target: INDEX.name, steps: [topicSpecStep] }];
      },
    },
    args,
    processIo(),
  );
}
