import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const CODE = /\.tsx?$/;

/** A regular expression in the code of a package or an app. */
export interface Pattern {
  /** From the repository's root. */
  readonly file: string;
  /** 1-based; `undefined` for one that is composed when its module is loaded. */
  readonly line?: number;
  readonly source: string;
  readonly flags: string;
}

/** What the code of all packages and apps contains. */
export interface FoundPatterns {
  readonly written: readonly Pattern[];
  /** Files that compose patterns of strings. */
  readonly composing: readonly string[];
  /** The functions that compose patterns while they run, as `file: function`. */
  readonly composers: readonly string[];
}

/** The literals of all source files, and the files with other patterns. */
export function findPatterns(): FoundPatterns {
  const files = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder)).flatMap((name) => codeFiles(`${folder}/${name}/src`)),
  );
  const written: Pattern[] = [];
  const composing = new Set<string>();
  const composers = new Set<string>();
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(REPOSITORY, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        written.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        composing.add(file);
        const name = namedFunctionAround(node);
        if (name !== undefined) composers.add(`${file}: ${name}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { written, composing: [...composing], composers: [...composers].sort() };
}

function namedFunctionAround(node: ts.Node): string | undefined {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name !== undefined) return at.name.getText();
  }
  return undefined;
}

/** The patterns that modules compose while they are loaded. Modules must not be loaded yet. */
export async function composedPatterns(files: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for (const file of files) found.push(...(await composedBy(() => import(join(REPOSITORY, file)), files)));
  return found;
}

/** The patterns that the code of some files composes while something is done. */
export async function composedBy(act: () => unknown, files: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, parameters: [string | RegExp, string?]) {
      const made = new target(...parameters);
      const origin = composingFile(new Error().stack ?? '', files);
      if (origin !== undefined) found.push({ file: origin, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    await act();
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

function composingFile(stack: string, files: readonly string[]): string | undefined {
  for (const line of stack.split('\n')) {
    if (line.includes('/node_modules/')) return undefined;
    const file = files.find((name) => line.includes(`${REPOSITORY}/${name}`));
    if (file !== undefined) return file;
  }
  return undefined;
}

function codeFiles(folder: string): string[] {
  let names: string[] = [];
  try {
    names = readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return names.filter((name) => CODE.test(name)).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
