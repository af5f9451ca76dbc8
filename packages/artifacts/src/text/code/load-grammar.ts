import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import type { CodeLanguage } from './code-language.js';

const require = createRequire(import.meta.url);
const grammarFolder = dirname(require.resolve('@vscode/tree-sitter-wasm'));
const loading = new Map<CodeLanguage, Promise<Language>>();
let starting: Promise<void> | undefined;

/** The grammar of a language, loaded on first use. */
export function loadGrammar(language: CodeLanguage): Promise<Language> {
  const grammar = loading.get(language) ?? load(language);
  loading.set(language, grammar);
  return grammar;
}

async function load(language: CodeLanguage): Promise<Language> {
  starting ??= Parser.init();
  await starting;
  return Language.load(join(grammarFolder, `tree-sitter-${language}.wasm`));
}
