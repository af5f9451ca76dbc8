import { pathToFileURL } from 'node:url';
import { wrapAnsi } from 'fast-wrap-ansi';
import { type Diagnostic, formatDiagnostic, tellOnce, withEscapedControls } from '../diagnostics/index.js';
import { type CommandIo, coloursFor, type OutputStream } from './command-io.js';

/** How a command writes for people: by weight, colour and width where these are seen, and plain everywhere else. */
export interface Screen {
  readonly colours: ReturnType<typeof coloursFor>;
  /** Characters in a line, and lines; `undefined` where nobody looks at a terminal. */
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  /**
   * A text on lines of the terminal, divided between words; unchanged elsewhere.
   *
   * @param indent what the lines after the first begin with
   * @param spare characters that stay free at the end of each line
   */
  wrap(text: string, indent?: string, spare?: number): string;
  /** A text that opens a file or an address, where the terminal can do that. */
  link(text: string, target: string | URL): string;
}

/** What is needed of a command to print findings. */
type FindingsIo = Pick<CommandIo, 'stderr' | 'env'>;

/** A terminal that does not say its size. */
const USUAL = { columns: 80, rows: 24 };

/** Where a line was divided, with the escapes that are closed before it and opened again after it. */
const SPACE_BEFORE = /^((?:\u001b\[\d+m)*)\s+/;
const SPACE_AFTER = /\s((?:\u001b\[\d+m)*)$/;

/** The screen that standard output goes to. */
export function screenOf({ stdout, env, hasLinks }: Pick<CommandIo, 'stdout' | 'env' | 'hasLinks'>): Screen {
  return screenFor(stdout, env, hasLinks === true);
}

function screenFor(stream: OutputStream, env: CommandIo['env'], hasLinks: boolean): Screen {
  const { isTTY, columns, rows } = stream;
  const size = isTTY === true ? { columns: columns || USUAL.columns, rows: rows || USUAL.rows } : undefined;
  return {
    colours: coloursFor(stream, env),
    size,
    wrap(text, indent = '', spare = 0) {
      if (size === undefined) return text;
      const room = Math.max(size.columns - indent.length - spare, 20);
      const lines = wrapAnsi(text, room, { trim: false, hard: false }).split('\n');
      const last = lines.length - 1;
      return lines
        .map((line, at) => (at === 0 ? line : line.replace(SPACE_BEFORE, '$1')))
        .map((line, at) => (at === last ? line : line.replace(SPACE_AFTER, '$1')))
        .join(`\n${indent}`);
    },
    link(text, target) {
      if (!hasLinks) return text;
      const address = typeof target === 'string' ? pathToFileURL(target) : target;
      return `\u001b]8;;${address.href}\u0007${text}\u001b]8;;\u0007`;
    },
  };
}

/** Writes findings to stderr, a line each, and what several topics share once; on a terminal, the remedy below. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], { stderr, env }: FindingsIo): void {
  const screen = screenFor(stderr, env, false);
  for (const diagnostic of tellOnce(diagnostics)) stderr.write(`${shownDiagnostic(diagnostic, screen)}\n`);
}

/** Writes a warning to stderr: a sentence, or a finding. */
export function reportWarning(warning: string | Diagnostic, io: FindingsIo): void {
  if (typeof warning !== 'string') reportDiagnostics([warning], io);
  else {
    const { wrap, colours } = screenFor(io.stderr, io.env, false);
    io.stderr.write(`${wrap(colours.yellow(warning), '  ')}\n`);
  }
}

/**
 * A finding as people see it: place in bold, errors in red, warnings in yellow, and on a terminal the remedy on a line of its
 * own.
 *
 * @param indent what its lines after the first begin with
 */
export function shownDiagnostic(diagnostic: Diagnostic, { colours, size, wrap }: Screen, indent = ''): string {
  const { severity, code, message, remedy } = withEscapedControls(diagnostic);
  const plain = formatDiagnostic(diagnostic);
  const place = plain.slice(0, plain.indexOf(`${severity} ${code}: `));
  const paint = severity === 'error' ? colours.red : colours.yellow;
  const said = `${place === '' ? '' : colours.bold(place)}${paint(`${colours.bold(severity)} ${code}`)}: ${message}`;
  const advice = `${colours.dim('Remedy:')} ${remedy}`;
  const inner = `${indent}  `;
  return size === undefined ? `${said} ${advice}` : `${wrap(said, inner)}\n${inner}${wrap(advice, inner)}`;
}

/** A line of a report: what it is about, up to a colon, in bold, and the rest below its own beginning. */
export function shownLine(line: string, { colours, wrap }: Pick<Screen, 'colours' | 'wrap'>): string {
  const text = line.trimStart();
  const margin = line.slice(0, line.length - text.length);
  const label = /^\p{Lu}[^:.(]*:(?= |$)/u.exec(text)?.[0] ?? '';
  return wrap(`${margin}${label === '' ? '' : colours.bold(label)}${text.slice(label.length)}`, `${margin}  `);
}
