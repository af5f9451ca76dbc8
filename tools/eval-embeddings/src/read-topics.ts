import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One piece of a topic's text. */
interface TopicChunk {
  readonly topic: string;
  readonly text: string;
}

/** A question that a chunk of its own topic should answer. */
export interface TopicQuestion {
  readonly topic: string;
  readonly text: string;
}

/** Everything that is measured on. */
export interface TopicCorpus {
  readonly chunks: readonly TopicChunk[];
  readonly questions: readonly TopicQuestion[];
}

const REFERENCE = 'golden-reference.md';
const QUESTION = /^(?:#+ +)?(?:\*\*)?Q\d*:(?:\*\*)? *([^\n]+(?:\n[^\n]+)*?)\n+(?:\*\*)?A\d*:/gm;

/** Characters at which a topic without ready chunks is cut before its next heading. */
const CHUNK_LENGTH = 1500;

/** Reads every folder below `root` that has a golden-reference.md; its chunks from `expected/chunks` where they are. */
export function readTopics(root: string): TopicCorpus {
  const chunks: TopicChunk[] = [];
  const questions: TopicQuestion[] = [];
  for (const folder of topicFolders(root)) {
    const topic = relative(root, folder);
    for (const text of chunkTexts(folder)) chunks.push({ topic, text });
    const file = join(folder, 'qa-pairs.md');
    if (!existsSync(file)) continue;
    for (const [, text] of readFileSync(file, 'utf8').matchAll(QUESTION)) questions.push({ topic, text: text!.trim() });
  }
  return { chunks, questions };
}

function topicFolders(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const references = names.filter((name) => join('/', name).endsWith(join('/', REFERENCE)));
  return references.map((name) => dirname(join(root, name))).sort();
}

function chunkTexts(folder: string): string[] {
  const chunkFolder = join(folder, 'expected', 'chunks');
  if (existsSync(chunkFolder)) {
    const names = readdirSync(chunkFolder).filter((name) => name.endsWith('.md'));
    return names.sort().map((name) => readFileSync(join(chunkFolder, name), 'utf8'));
  }
  const texts: string[] = [];
  for (const section of readFileSync(join(folder, REFERENCE), 'utf8').split(/^(?=#{1,6} )/m)) {
    const last = texts.length - 1;
    if (last >= 0 && texts[last]!.length < CHUNK_LENGTH) texts[last] += section;
    else texts.push(section);
  }
  return texts.filter((text) => text.trim() !== '');
}
