import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const MOST_FILE_LINES = 300;
const MOST_FUNCTION_LINES = 50;

/** Longer ones, each with its reason. */
const LONGER_FUNCTIONS: Readonly<Record<string, string>> = {
  bytePairCounter: 'its loops share tables as variables; as fields of a class they take a tenth more time',
  postgresEngine: 'a row for each method of an engine; what they do is in files of their own',
  sqliteEngine: 'a row for each method of an engine; what they do is in files of their own',
};

const SOURCES = execFileSync('git', ['ls-files', '--', 'apps', 'packages', 'tools'], {
  cwd: REPOSITORY,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && /\/src\/|\.mjs$/.test(path) && !/\/fixtures\//.test(path));

describe('code fits on screens', () => {
  it('no source file has more than 300 lines', () => {
    const counts = SOURCES.map((path) => ({ path, lineCount: textOf(path).split('\n').length - 1 }));
    expect(counts.filter(({ lineCount }) => lineCount > MOST_FILE_LINES)).toEqual([]);
  });

  it('no function has more than 50 lines but for those with a reason', () => {
    const longEnough = SOURCES.filter((path) => textOf(path).split('\n').length > MOST_FUNCTION_LINES);
    expect(longEnough.flatMap(longFunctions).toSorted()).toEqual(Object.keys(LONGER_FUNCTIONS).toSorted());
  });
});

function textOf(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

/** Names of the functions that are too long; of one without a name its path and line. */
function longFunctions(path: string): string[] {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest);
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = lineOf(node.getStart(source));
      if (lineOf(node.end) - first + 1 > MOST_FUNCTION_LINES)
        found.push(node.name?.getText(source) ?? `${path}:${first}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
