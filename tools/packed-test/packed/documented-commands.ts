import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test/publishable-packages.js';

/** A command line of ours that a page shows. */
export interface DocumentedCommand {
  /** `<file>:<line>`. */
  readonly place: string;
  /** The command and the words after it, up to the first token that is not a word. */
  readonly words: readonly string[];
  /** Long options. */
  readonly options: readonly string[];
}

/** Command lines in code blocks and code spans of the documentation that begin with one of these commands. */
export function documentedCommands(commands: readonly string[]): DocumentedCommand[] {
  return pages().flatMap((path) => {
    let isFenced = false;
    return readFileSync(join(REPOSITORY, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        if (/^\s*```/.test(line)) isFenced = !isFenced;
        const codes = isFenced ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
        return codes.flatMap((code) => commandsIn(code, commands, `${path}:${index + 1}`));
      });
  });
}

/** Pages of the documentation that users read. */
export function pages(): string[] {
  const topics = readdirSync(join(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:golden-reference|qa-pairs)\.md$/.test(path))
    .map((path) => join('docs', path));
  const ofPackages = ['packages', 'apps'].flatMap((room) =>
    readdirSync(join(REPOSITORY, room)).map((name) => join(room, name, 'README.md')),
  );
  return ['README.md', 'CONTRIBUTING.md', ...ofPackages, ...topics.sort()];
}

function commandsIn(code: string, commands: readonly string[], place: string): DocumentedCommand[] {
  return code
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .split(/&&|[|;]/)
    .map((part) =>
      part
        .trim()
        .replace(/\s+#.*$/, '')
        .replace(/^(?:[A-Z_]+=\S+ )*(?:npx )?/, '')
        .split(/\s+/),
    )
    .filter(([command = '', ...others]) => commands.includes(command) && others.length > 0)
    .map((parts) => {
      const firstOther = parts.findIndex((part) => !/^[a-z][a-z-]*$/.test(part));
      return {
        place,
        words: firstOther === -1 ? parts : parts.slice(0, firstOther),
        options: parts.map((part) => part.replace(/=.*$/, '')).filter((part) => /^--[a-z][a-z-]*$/.test(part)),
      };
    });
}
