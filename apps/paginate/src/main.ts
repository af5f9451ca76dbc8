import { resolve } from 'node:path';
import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  processIo,
  reportDiagnostics,
  runProgram,
  wholeNumber,
} from '@topicmill/base/cli';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { DIALECT_NAMES } from '@topicmill/text/dialects';
import { type Command, Option } from 'commander';
import type { CheckOptions } from './check-list.js';
import type { SplitDocument, SplitOptions } from './split-files.js';

/** 13: the graph of continuity tokens is broken; the others as for all commands. */
export type PaginateExitCode = ExitCode | 13;

const VERSION = '0.1.0';
const BROKEN_GRAPH = 13;

const PROGRAM = {
  name: 'paginate',
  version: VERSION,
  description: 'Splits long markdown documents into pages, each with a token that names the pages before and after it.',
  examples: [
    ['paginate guide.md --out pages/ --base-url https://example.com/guide', 'write pages and chunks.json'],
    ['paginate guide.md --out pages/ --base-url … --context 8192 --html', 'smaller pages, and HTML pages'],
    ['paginate guide.md --out pages/ --base-url … --dialect hugo', 'a page of a site, read as its generator does'],
    ['paginate docs/*.md --out pages/ --base-url https://example.com', 'several documents, a folder each'],
    ['paginate guide.md … --summaries llm --model openai:gpt-4o-mini', 'summaries by a model; OPENAI_API_KEY'],
    ['paginate guide.md --base-url … --dry-run', 'count the pages, write nothing'],
    ['paginate verify pages/', 'compare tokens, files and source with the manifest'],
    ['paginate join pages/', 'print the original document'],
    ['paginate check pages/ --history scores.jsonl --playbook ops.md', 'go through the deployment checklist'],
    ['paginate rollback pages/', 'make the previous set current again'],
  ],
} as const;

/** What decides the exit code. */
interface Outcome {
  readonly findings: Diagnostic[];
  isUnmet: boolean;
}

/** Runs `paginate`; see `--help`. Returns the exit code. */
export async function main(args: readonly string[], io: CommandIo = processIo()): Promise<PaginateExitCode> {
  const outcome: Outcome = { findings: [], isUnmet: false };
  const program = createProgram(PROGRAM, io).addHelpText(
    'after',
    `  ${BROKEN_GRAPH}: the continuity tokens do not form a chain: one leads nowhere, not back, in a circle or elsewhere than\n      the manifest says, there are two first pages, or a page cannot be reached.`,
  );
  addSplit(program, io);
  addVerify(program, io, outcome);
  addJoin(program, io, outcome);
  addCheck(program, io, outcome);
  addRollback(program, io);
  const { findings } = outcome;
  const exitCode = await runProgram(program, args, io, () => (findings.length > 0 || outcome.isUnmet ? 1 : 0));
  reportDiagnostics(findings, io);
  return findings.some(({ code }) => code.startsWith('CT_')) ? BROKEN_GRAPH : exitCode;
}

/** Each subcommand loads what it uses: `--help` and `--version` answer at once. */
const loadPageStore = () => import('@topicmill/pages/page-store');

function addVerify(program: Command, io: CommandIo, outcome: Outcome): void {
  program
    .command('verify')
    .description('Verifies the checksum, the continuity tokens, the files and every field of the manifest.')
    .argument('<folders...>', 'folders of pages, or manifests')
    .action(async (folders: readonly string[], _options: unknown, command: Command) => {
      const { readPageSet, verifyPageSet } = await loadPageStore();
      const reports = [];
      for (const folder of folders) {
        const set = readPageSet(resolve(io.cwd, folder), folder);
        const { faults } = await verifyPageSet(set, resolve(io.cwd, folder), folder);
        const { length } = set.found.kind === 'set' ? set.found.manifest.chunks : set.found.pages.chunks;
        outcome.findings.push(...faults);
        reports.push({ folder, page_count: length, faults });
      }
      if (wantsJson(command)) {
        const [{ folder: _, ...first } = {}, ...others] = reports;
        writeJson(others.length === 0 ? first : reports, io);
        return;
      }
      for (const { folder, page_count: count, faults } of reports) {
        const name = reports.length === 1 ? '' : `${folder}: `;
        if (faults.length === 0) io.stdout.write(`${name}${counted(count, 'page')}: nothing wrong\n`);
        else io.stdout.write(`${name}${counted(count, 'page')}: ${counted(faults.length, 'fault')}\n`);
      }
    });
}

function addJoin(program: Command, io: CommandIo, outcome: Outcome): void {
  program
    .command('join')
    .description('Prints the document that the pages were made from, byte for byte, if nothing was changed.')
    .argument('<folder>', 'folder of pages, or a manifest')
    .action(async (folder: string) => {
      const { joinedDocument, readPageSet, readPages, verifyPageSet } = await loadPageStore();
      const path = resolve(io.cwd, folder);
      const set = readPageSet(path, folder);
      outcome.findings.push(...(await verifyPageSet(set, path, folder)).faults);
      if (outcome.findings.length === 0) io.stdout.write(joinedDocument(set, readPages(set, path, folder))!);
    });
}

function addCheck(program: Command, io: CommandIo, outcome: Outcome): void {
  program
    .command('check')
    .description(
      'Goes through the deployment checklist, one line per item. An item that was not checked has not passed.',
    )
    .argument('<folder>', 'folder of pages')
    .option('--html-checker <command>', 'command that gets the HTML files as arguments and fails for invalid ones')
    .option('--history <file>', 'history written by aio-scorer')
    .option('--playbook <file>', 'document that describes the rollback')
    .action(async (name: string, options: CheckOptions, command: Command) => {
      const { readPageSet, verifyPageSet } = await loadPageStore();
      const { checkList, formatCheckItem, formatOutcome, isPassed } = await import('./check-list.js');
      const folder = resolve(io.cwd, name);
      const set = readPageSet(folder, name);
      if (set.found.kind === 'plain') throw plainPages(name);
      const verified = await verifyPageSet(set, folder, name);
      const items = checkList({ manifest: set.found.manifest, verified, folder }, options, io);
      outcome.isUnmet = !isPassed(items);
      if (wantsJson(command)) writeJson({ passed: !outcome.isUnmet, items }, io);
      else io.stdout.write([...items.map(formatCheckItem), formatOutcome(items), ''].join('\n'));
    });
}

function addRollback(program: Command, io: CommandIo): void {
  program
    .command('rollback')
    .description('Makes the previous set of pages current again.')
    .argument('<folder>', 'folder of pages')
    .action(async (folder: string, _options: unknown, command: Command) => {
      const { checkWholeSet, PageStore } = await loadPageStore();
      const set = new PageStore(resolve(io.cwd, folder), folder).rollback(checkWholeSet);
      if (wantsJson(command)) writeJson({ set }, io);
      else io.stdout.write(`current again: set ${set}\n`);
    });
}

function addSplit(program: Command, io: CommandIo): void {
  addSplitOptions(program).action(
    async (sources: readonly string[], options: SplitOptions & { readonly json?: true }) => {
      if (sources.length === 0) {
        throw new TopicmillError('INVALID_OPTION', 'No document is given.', {
          remedy: 'Run with --help for examples.',
        });
      }
      const { splitFiles } = await import('./split-files.js');
      const documents = await splitFiles(sources, options, io);
      if (options.json) {
        const all = documents.map(({ source, folder, manifest }) => ({ source, folder, manifest }));
        writeJson(documents.length === 1 ? documents[0]!.manifest : all, io);
        return;
      }
      for (const document of documents) {
        const name = documents.length === 1 ? '' : `${document.source}: `;
        io.stdout.write(`${name}${formatSplit(document, options.dryRun === true)}\n`);
      }
    },
  );
}

function addSplitOptions(program: Command): Command {
  return program
    .argument('[sources...]', 'markdown documents')
    .option(
      '--out <folder>',
      'folder that readers open: a link to a set in <folder>.d; with several documents, their folders',
    )
    .option('--base-url <address>', 'address of the document, for the metadata of its pages')
    .option('--context <tokens>', "size of the model's context", wholeNumber(0), 16384)
    .option('--buffer <tokens>', 'tokens of the context reserved for prompt and answer', wholeNumber(0), 512)
    .option('--overlap <tokens>', 'repeat whole blocks of the page before, at most 5 % of a page', wholeNumber(0), 0)
    .addOption(
      new Option('--tokenizer <name>', 'token counter').choices(['cl100k_base', 'o200k_base']).default('cl100k_base'),
    )
    .addOption(
      new Option('--ids <form>', 'ids of pages, unique within the run')
        .choices(['chunk', 'uuidv7', 'counter'])
        .default('chunk'),
    )
    .option('--counter-file <file>', 'file of the last number, for --ids counter', '.paginate-counter')
    .addOption(
      new Option('--oversize <mode>', 'what to do with a block that fits on no page')
        .choices(['error', 'allow'])
        .default('error'),
    )
    .addOption(
      new Option('--summaries <kind>', 'text of lead-ins and lead-outs: a sentence from the page, or one by a model')
        .choices(['extractive', 'llm'])
        .default('extractive'),
    )
    .option('--model <name>', 'openai:<model> or ollama:<model>, for --summaries llm')
    .option(
      '--answers <folder>',
      "cache of the model's summaries; unchanged pages cause no request",
      '.topicmill/answers',
    )
    .addOption(
      new Option('--dialect <name>', 'markdown dialect; .mdx files are always MDX')
        .choices(DIALECT_NAMES)
        .default('none'),
    )
    .option('--html', 'also write each page as HTML')
    .option('--lang <tag>', 'language of the document, for HTML', 'en')
    .option('--dry-run', 'count the pages; publish nothing and use no model')
    .option('--json', 'print the manifest, or the result of a subcommand, as JSON');
}

function formatSplit({ manifest: { chunks, n_max: maxTokens, set }, isNew }: SplitDocument, isDryRun: boolean): string {
  const outcome = isDryRun ? 'not published' : isNew ? 'published' : 'unchanged';
  const largest = Math.max(...chunks.map(({ tokens }) => tokens));
  return `${counted(chunks.length, 'page')} of at most ${counted(largest, 'token')} (${maxTokens} allowed), set ${set}: ${outcome}`;
}

/** The option belongs to the program, which accepts it after the name of a subcommand too. */
function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: true }>().json === true;
}

function writeJson(value: unknown, io: CommandIo): void {
  io.stdout.write(indentedJson(value));
}

function plainPages(folder: string): TopicmillError {
  return new TopicmillError('PAGES_MANIFEST_INVALID', 'A plain list of pages cannot be checked.', {
    file: folder,
    remedy: 'Split the document with paginate.',
  });
}
