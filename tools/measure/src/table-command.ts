import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  type CommandDefinition,
  type CommandIo,
  createProgram,
  type ExitCode,
  existingFolder,
  runProgram,
} from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import type { Command } from 'commander';
import * as z from 'zod';

/** What a command measured, with what is needed to measure it again. */
export const recordedResultSchema = z.strictObject({
  command: z.string().min(1).describe('As it is called from the root.'),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  node: z.string(),
  tables: z.array(
    z.strictObject({
      title: z.string(),
      notes: z.array(z.string()),
      columns: z.array(z.string()),
      rows: z.array(
        z.strictObject({
          name: z.string(),
          values: z.array(z.union([z.number(), z.string(), z.null()])),
        }),
      ),
    }),
  ),
});

/** The contents of a file below `proof`. */
export type RecordedResult = z.infer<typeof recordedResultSchema>;

/** When and with what a run began: whoever commits meanwhile changes nothing. */
class RunOrigin {
  private readonly date = new Date().toISOString().slice(0, 10);
  private readonly commit: string;

  /** @param cwd a folder of the repository */
  constructor(
    private readonly command: string,
    cwd: string,
  ) {
    this.commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd, encoding: 'utf8' }).trim();
  }

  /** Writes what was measured, for `npm run report:proof`. */
  record(file: string, tables: readonly Table[]): void {
    const result = { command: this.command, date: this.date, commit: this.commit, node: process.version, tables };
    writeFileSync(file, indentedJson(result));
  }
}

/** What every measurement has at hand. */
export interface MeasureContext {
  readonly io: CommandIo;
  /** Says what is going on, to stderr. */
  log(message: string): void;
}

/**
 * A command that measures something: it prints each table as soon as it is there, or all of them as JSON. A measurement
 * that throws fails, and the tables before are printed and recorded anyway.
 *
 * @param addOptions adds what the measurement can be told
 * @param measure given the options and the command's arguments
 */
export function tableCommand<Options>(
  definition: Omit<CommandDefinition, 'version'>,
  addOptions: (program: Command) => Command,
  measure: (options: Options, context: MeasureContext, args: readonly string[]) => AsyncIterable<Table>,
): (args: readonly string[], io: CommandIo) => Promise<ExitCode> {
  return (args, io) => {
    const program = addOptions(createProgram({ ...definition, version: '0.1.0' }, io))
      .option('--json', 'print JSON')
      .option('--record <file>', 'write the result where `npm run report:proof` reads it')
      .action(async () => {
        const options = program.opts<Options & { readonly json?: true; readonly record?: string }>();
        const tables: Table[] = [];
        const log = (message: string): void => {
          io.stderr.write(message);
        };
        const origin = options.record && new RunOrigin(calledAs(definition.name, args), io.cwd);
        try {
          for await (const table of measure(options, { io, log }, program.processedArgs.flat() as string[])) {
            tables.push(table);
            if (!options.json) io.stdout.write(`${formatTable(table)}\n`);
          }
        } finally {
          if (options.json) io.stdout.write(indentedJson({ node: process.version, tables }));
          if (origin) origin.record(options.record!, tables);
        }
      });
    return runProgram(program, args, io, () => 0);
  };
}

/** Where the result is written says nothing of how it was measured. */
function calledAs(name: string, args: readonly string[]): string {
  const at = args.indexOf('--record');
  return [name, ...args.filter((_, i) => at === -1 || i < at || i > at + 1)].join(' ');
}

/** Adds `--topics`: without it, `topics` in the folder that the environment variable TOPICMILL_CORPORA names. */
export function addTopicsOption(program: Command): Command {
  return addCorpusOption(program, '--topics <folder>', 'topics', 'folder of topics at any depth');
}

/** Adds `--corpora`: without it, what the environment variable TOPICMILL_CORPORA names. */
export function addCorporaOption(program: Command): Command {
  return addCorpusOption(program, '--corpora <folder>', '.', 'folder with `topics`, `passages` or both');
}

function addCorpusOption(program: Command, flags: string, below: string, description: string): Command {
  const corpora = process.env['TOPICMILL_CORPORA'];
  const note = `${description} (default: ${below === '.' ? 'the folder' : `\`${below}\` in the folder`} that TOPICMILL_CORPORA names)`;
  if (corpora === undefined) return program.requiredOption(flags, note, existingFolder);
  return program.option(flags, note, existingFolder, `${corpora}/${below}`);
}

/** What was measured. Numbers are kept as measured; formatting is the printer's. */
export interface Table {
  readonly title: string;
  /** What the rows were measured on, and how to read them. */
  readonly notes: readonly string[];
  /** Names with units, such as `MB/s`; the first column, of the rows' names, has none. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly name: string;
  /** In the order of the columns: numbers, several of them in one text, or `undefined` where there is nothing to tell. */
  readonly values: readonly (number | string | undefined)[];
}

/** A table as Markdown that is aligned for people: names to the left, numbers to the right with three digits that count, or whole. */
export function formatTable({ title, notes, columns, rows }: Table): string {
  const cells = [['', ...columns], ...rows.map(({ name, values }) => [name, ...values.map(formatCell)])];
  const widths = cells[0]!.map((_, column) => Math.max(3, ...cells.map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]): string =>
    `| ${widths.map((width, at) => (at === 0 ? (texts[at] ?? '').padEnd(width) : (texts[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head, ...body] = cells.map(line);
  return `${[`## ${title}`, '', ...notes.flatMap((note) => [note]), '', head, rule, ...body].join('\n')}\n`;
}

/** A share in per cent with one decimal, in a cell of its own or with others. */
export function percent(share: number | undefined): string {
  return share === undefined ? '–' : (100 * share).toFixed(1);
}

function formatCell(value: number | string | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (value >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
