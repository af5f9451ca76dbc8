import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { REPOSITORY } from './publishable-packages.js';

const SCRIPT = new URL('../../release/public-packages.mjs', import.meta.url).href;
const { PUBLIC_PACKAGES } = (await import(SCRIPT)) as {
  readonly PUBLIC_PACKAGES: readonly { readonly libraries?: Readonly<Record<string, string>> }[];
};

/** The sources of the entry points that users import. */
const ENTRIES = PUBLIC_PACKAGES.flatMap(({ libraries = {} }) => Object.values(libraries)).map((module) =>
  module.replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
);
const PAGES = textOf('README.md', 'packages/*/README.md', 'apps/*/README.md', 'docs/**/golden-reference.md');
const WORDS_OF_PAGES = new Set(PAGES.match(/\w+/g));

it.each(ENTRIES)('%s exports what a page names or another package imports, and nothing else', (entry) => {
  const [, room] = entry.split('/');
  const code = textOf('packages/*/src/**', 'apps/*/src/**', 'tools/*/src/**', `:!packages/${room}`);
  const used = new Set(code.match(/\w+/g));
  const values = exportedValues(entry);
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter((name) => !WORDS_OF_PAGES.has(name) && !used.has(name))).toEqual([]);
});

/** All files of git that some patterns match, in one text. */
function textOf(...patterns: readonly string[]): string {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: REPOSITORY, encoding: 'utf8' });
  const files = listed.split('\0').filter((path) => /\.(?:md|tsx?)$/.test(path));
  return files.map((path) => readFileSync(join(REPOSITORY, path), 'utf8')).join('\n');
}

/** Names that a module exports, without types: those belong to the functions. */
function exportedValues(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(REPOSITORY, path), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, isTypeOnly } = statement;
      if (isTypeOnly || exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
      return exportClause.elements.filter((element) => !element.isTypeOnly).map(({ name }) => name.text);
    }
    return ts.isFunctionDeclaration(statement) && isExported(statement) ? [statement.name!.text] : [];
  });
}

function isExported(declaration: ts.FunctionDeclaration): boolean {
  return declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}
