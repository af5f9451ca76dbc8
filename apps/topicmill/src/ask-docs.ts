import { type CommandIo, reportDiagnostics } from '@topicmill/base/cli';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import {
  type Answer,
  type Asked,
  askAll,
  type CutTopics,
  cutTopics,
  type DocsSnapshot,
  type GateTopic,
  indexTopics,
  questionsOf,
} from '@topicmill/pipeline/gate';
import type { Workspace } from '@topicmill/pipeline/runner';
import { startProgress } from './progress.js';

/** The topics of a snapshot; what is wrong with those that are left out is told on stderr. */
export async function cutAndReport(snapshot: DocsSnapshot, io: CommandIo): Promise<CutTopics> {
  const cut = await cutTopics(snapshot);
  reportDiagnostics(cut.diagnostics, io);
  return cut;
}

/** Asks the questions of `asking` in the chunks of `topics`, with progress on a terminal; `further` are asked, too. */
export async function askTopics(
  asking: readonly GateTopic[],
  topics: readonly GateTopic[],
  { config, services }: Workspace,
  io: CommandIo,
  further: readonly Asked[] = [],
): Promise<Answer[]> {
  const embedder = createEmbedder(services.model, { env: io.env });
  const progress = startProgress('Answers', io);
  const onProgress = (what: string, doneCount: number, totalCount: number): void =>
    progress.update(`${what}, ${doneCount} of ${totalCount}`);
  try {
    const embed = async (query: string) => (await embedder.embed([query], { labels: ['query'] }))[0]!;
    const index = await indexTopics(topics, config, services, embed, onProgress);
    return await askAll([...questionsOf(asking), ...further], topics, index, onProgress);
  } finally {
    progress.stop();
  }
}
