import { type CommandIo, reportDiagnostics } from '@topicmill/base/cli';
import { createEmbedder, createQuestionEncoder, queryVector } from '@topicmill/embedding/llm-infrastructure';
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
import type { RankPages } from '@topicmill/search/reranking';
import type { SearchIndex } from '@topicmill/search/retrieval';
import { startProgress } from '../report/progress.js';

/** The topics of a snapshot; faults of those that are left out go to stderr. */
export async function cutTopicsAndReport(snapshot: DocsSnapshot, io: CommandIo): Promise<CutTopics> {
  const cut = await cutTopics(snapshot);
  reportDiagnostics(cut.diagnostics, io);
  return cut;
}

/** The search index of topics, with progress on a terminal. */
export async function indexDocs(
  topics: readonly GateTopic[],
  { config, services }: Workspace,
  io: CommandIo,
): Promise<SearchIndex> {
  const settings = { env: io.env };
  const embedder =
    createQuestionEncoder(config.embedding, settings) ?? createEmbedder(config.embedding.model, settings);
  const embed = (query: string) => queryVector(embedder, query);
  const progress = startProgress('Answers', io);
  return indexTopics(topics, config, services, embed, (what, doneCount, totalCount) =>
    progress.update(`${what}, ${doneCount} of ${totalCount}`),
  ).finally(() => progress.stop());
}

/** Asks the questions of `asking` in the chunks of `topics`, with progress on a terminal. */
export async function askTopics(
  asking: readonly GateTopic[],
  topics: readonly GateTopic[],
  workspace: Workspace,
  io: CommandIo,
): Promise<Answer[]> {
  const [answers] = await askInTurn(questionsOf(asking), topics, workspace, io, [undefined]);
  return answers!;
}

/**
 * Asks questions in the chunks of topics, with progress on a terminal: all of them once for each `rank`, which orders the
 * first pages; where it is `undefined`, as the search has them.
 *
 * @throws what a `rank` throws
 */
export async function askInTurn(
  questions: readonly Asked[],
  topics: readonly GateTopic[],
  workspace: Workspace,
  io: CommandIo,
  ranks: readonly (RankPages | undefined)[],
): Promise<Answer[][]> {
  const index = await indexDocs(topics, workspace, io);
  const progress = startProgress('Answers', io);
  const onProgress = (what: string, doneCount: number, totalCount: number): void =>
    progress.update(`${what}, ${doneCount} of ${totalCount}`);
  try {
    const answers: Answer[][] = [];
    for (const rank of ranks) answers.push(await askAll(questions, topics, index, onProgress, rank));
    return answers;
  } finally {
    progress.stop();
  }
}
