import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArtifactInput, SearchHit } from '@topicmill/artifacts/store';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { passagesFolder, readPassages } from '../read-passages.js';
import { readTopics } from '../read-topics.js';

/** A question, and what counts as its answer. */
export interface EvalQuestion {
  readonly text: string;
  readonly isAnswer: (hit: SearchHit) => boolean;
}

/** Texts that are ingested as artifacts, and questions on them. */
export interface EvalCorpus {
  readonly name: string;
  readonly artifacts: readonly ArtifactInput[];
  readonly questions: readonly EvalQuestion[];
}

/**
 * Reads the corpora below a folder: `topics`, where a hit is any chunk of the question's own topic, and `passages`,
 * where it must contain part of a passage that answers the question.
 *
 * @throws TopicmillError `INVALID_OPTION` when neither is there
 */
export async function readCorpora(folder: string): Promise<EvalCorpus[]> {
  const corpora: EvalCorpus[] = [];
  if (existsSync(join(folder, 'topics'))) corpora.push(await topicsCorpus(join(folder, 'topics')));
  const passages = passagesFolder(folder);
  if (passages !== undefined) corpora.push(passagesCorpus(passages));
  if (corpora.length > 0) return corpora;
  throw new TopicmillError('INVALID_OPTION', `${folder} contains neither topics nor passages.`, {
    remedy: 'Name the folder that contains them: npm run eval:artifacts -- --corpora <folder>',
  });
}

async function topicsCorpus(folder: string): Promise<EvalCorpus> {
  const topics = await readTopics(folder);
  return {
    name: 'topics',
    artifacts: topics.map(({ id, title, text }) => ({ ...inputOf(id, text), title })),
    questions: topics.flatMap(({ id, questions }) =>
      questions.map(({ question }) => ({ text: question, isAnswer: ({ source_id }: SearchHit) => source_id === id })),
    ),
  };
}

function passagesCorpus(folder: string): EvalCorpus {
  const corpora = readPassages(folder);
  return {
    name: 'passages',
    artifacts: corpora.map(({ name, text }) => inputOf(name, text)),
    questions: corpora.flatMap(({ name, questions }) =>
      questions.map(({ text, passages }) => ({
        text,
        isAnswer: (hit: SearchHit) =>
          hit.source_id === name && passages.some(({ start, end }) => start < hit.end_char && end > hit.start_char),
      })),
    ),
  };
}

function inputOf(sourceId: string, content: string): ArtifactInput {
  return { content, artifactType: 'doc', sourceSystem: 'eval', sourceId };
}
