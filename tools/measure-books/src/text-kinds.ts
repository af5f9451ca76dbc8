import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';

/** Texts of one kind. */
export interface TextKind {
  readonly name: string;
  readonly texts: readonly string[];
}

const LANGUAGES = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-br', 'ru', 'tr', 'zh-cn'];

/**
 * Texts of several kinds that are at hand: the workspace's documentation and code, the messages of TypeScript in other
 * languages, and a folder of texts when the environment variable TOPICMILL_CORPORA names one.
 */
export function textKinds(workspace: string, corpora: string | undefined): TextKind[] {
  const kinds = [
    { name: 'documentation of this project', texts: textsOf(workspace, 'docs/**/*.md') },
    { name: 'TypeScript', texts: textsOf(workspace, 'packages/*/src/**/*.ts') },
    { name: 'licences', texts: textsOf(workspace, 'node_modules/*/LICENSE') },
    ...LANGUAGES.map((language) => ({ name: `messages, ${language}`, texts: [messages(language)] })),
  ];
  if (corpora === undefined) return kinds;
  const passages = globSync('passages/corpora/*.md', { cwd: corpora }).sort();
  return [
    ...passages.map((path) => ({ name: path, texts: [readFileSync(join(corpora, path), 'utf8')] })),
    { name: 'topics', texts: textsOf(corpora, 'topics/**/golden-reference.md') },
    ...kinds,
  ];
}

function textsOf(folder: string, pattern: string): string[] {
  const paths = globSync(pattern, { cwd: folder }).sort();
  return paths.map((path) => readFileSync(join(folder, path), 'utf8'));
}

function messages(language: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'));
  const path = join(folder, language, 'diagnosticMessages.generated.json');
  return Object.values<string>(JSON.parse(readFileSync(path, 'utf8'))).join('\n');
}
