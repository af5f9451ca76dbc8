import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArtifactInput, SearchHit } from '@topicmill/artifacts/store';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { generateTopics } from '@topicmill/test-support/generate';
import { readQaPairs } from '@topicmill/topics/formats';
import { passagesFolder, readPassages } from '../read-passages.js';
import { readTopics } from '../read-topics.js';

const GENERATED_CATEGORY_COUNT = 20;

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

/** Generated topics, as many as it takes for so many questions; a hit is any chunk of the question's own topic. */
export function generatedCorpus(questionCount: number): EvalCorpus {
  const artifacts: ArtifactInput[] = [];
  const questions: EvalQuestion[] = [];
  const topics = generateTopics({ topicCount: questionCount, categoryCount: GENERATED_CATEGORY_COUNT, seed: 1 });
  for (const { path, text } of topics) {
    const id = path.slice(0, path.lastIndexOf('/'));
    if (path.endsWith('/golden-reference.md')) {
      if (questions.length >= questionCount) break;
      artifacts.push(inputOf(id, text));
    }
    if (!path.endsWith('/qa-pairs.md')) continue;
    for (const { question } of readQaPairs(text, path).pairs) {
      questions.push({ text: question, isAnswer: ({ source_id }) => source_id === id });
    }
  }
  return { name: 'generated topics', artifacts, questions: questions.slice(0, questionCount) };
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
