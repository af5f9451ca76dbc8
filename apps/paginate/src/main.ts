import { dirname, resolve } from 'node:path';
import {
  type CommandIo,
  counted,
  createProgram,
  processIo,
  reportDiagnostics,
  runProgram,
  wholeNumber,
} from '@topicmill/base/cli';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import {
  joinedDocument,
  manifestPath,
  PageSetFolder,
  type PageSetReading,
  readPageSet,
  readPages,
  verifyFiles,
} from '@topicmill/pages/page-store';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { type Command, Option } from 'commander';
import { type CheckOptions, checkList, formatCheckItem } from './check-list.js';
import { type SplitOptions, splitFile } from './split-file.js';

/** 13: the graph of continuity tokens is broken; the others as everywhere. */
export type PaginateExitCode = 0 | 1 | 2 | 13;

const VERSION = '0.1.0';
const BROKEN_GRAPH = 13;

/** Runs `paginate`; see `--help`. Returns the exit code. */
export async function main(args: readonly string[], io: CommandIo = processIo()): Promise<PaginateExitCode> {
  const findings: Diagnostic[] = [];
  let isUnmet = false;
  const program = createProgram(
    {
      name: 'paginate',
      version: VERSION,
      description:
        'Cuts a long markdown document into pages, each with a token that names the page before and the page behind it.',
      examples: [
        ['paginate guide.md --out pages/ --base-url https://example.com/guide', 'write pages and chunks.json'],
        ['paginate guide.md --out pages/ --base-url … --context 8192 --html', 'smaller pages, HTML beside them'],
        ['paginate guide.md … --summaries llm --model openai:gpt-4o-mini', 'summaries by a model; OPENAI_API_KEY'],
        ['paginate guide.md --base-url … --dry-run', 'how many pages there would be'],
        ['paginate verify pages/', 'compare tokens, files and source with the manifest'],
        ['paginate join pages/', 'print the document again'],
        ['paginate check pages/', 'go through the list for a deployment'],
        ['paginate rollback pages/', 'show the former set again'],
      ],
    },
    io,
  ).addHelpText(
    'after',
    `  ${BROKEN_GRAPH}: the continuity tokens are no chain: one leads nowhere, not back or in a circle, there are two\n      first pages, or a page that is not reached.`,
  );
  addSplit(program, io);
  program
    .command('verify')
    .description('Compares the continuity tokens, the files and their text with the manifest.')
    .argument('<folder>', 'folder of pages, or a manifest')
    .action(async (folder: string, _options: unknown, command: Command) => {
      const set = readPageSet(resolve(io.cwd, folder), folder);
      findings.push(...set.graphFaults, ...(await fileFaults(set, folder, io)));
      const { length } = set.found.kind === 'set' ? set.found.manifest.chunks : set.found.pages.chunks;
      if (wantsJson(command)) writeJson({ page_count: length, faults: findings }, io);
      else if (findings.length === 0) io.stdout.write(`${counted(length, 'page')}: nothing wrong\n`);
    });
  program
    .command('join')
    .description('Prints the document that the pages were made of, byte for byte.')
    .argument('<folder>', 'folder of pages, or a manifest')
    .action((folder: string) => {
      const set = readPageSet(resolve(io.cwd, folder), folder);
      findings.push(...set.graphFaults);
      if (findings.length === 0) io.stdout.write(joinedText(set, folder, io));
    });
  program
    .command('check')
    .description('Goes through the list for a deployment, a line for each item.')
    .argument('<folder>', 'folder of pages')
    .option('--html-checker <command>', 'command that gets the HTML files as arguments and fails for invalid ones')
    .option('--history <file>', 'history that aio-scorer wrote')
    .option('--playbook <file>', 'document that says how to roll back')
    .action(async (folder: string, options: CheckOptions, command: Command) => {
      const path = resolve(io.cwd, folder);
      const set = readPageSet(path, folder);
      if (set.found.kind === 'plain') throw plainPages(folder);
      const faults = [...set.graphFaults, ...(await fileFaults(set, folder, io))];
      const items = checkList(set.found.manifest, faults, path, options, io);
      isUnmet = items.some(({ isMet }) => isMet === false);
      const rows = items.map(({ name, isMet, detail }) => ({ name, is_met: isMet ?? null, detail }));
      if (wantsJson(command)) writeJson({ passed: !isUnmet, items: rows }, io);
      else for (const item of items) io.stdout.write(`${formatCheckItem(item)}\n`);
    });
  program
    .command('rollback')
    .description('Shows the set of pages again that was shown before this one.')
    .argument('<folder>', 'folder of pages')
    .action((folder: string, _options: unknown, command: Command) => {
      const set = new PageSetFolder(resolve(io.cwd, folder), folder).rollback();
      if (wantsJson(command)) writeJson({ set }, io);
      else io.stdout.write(`shown again: set ${set}\n`);
    });
  const exitCode = await runProgram(program, args, io, () => (findings.length > 0 || isUnmet ? 1 : 0));
  reportDiagnostics(findings, io);
  return findings.some(({ code }) => code.startsWith('CT_')) ? BROKEN_GRAPH : exitCode;
}

function addSplit(program: Command, io: CommandIo): void {
  program
    .argument('[source]', 'markdown document')
    .option('--out <folder>', 'folder that readers open: a link to a set beside it, in <folder>.d')
    .option('--base-url <address>', 'address of the document, for the metadata of its pages')
    .option('--context <tokens>', "size of the model's context", wholeNumber(0), 16384)
    .option('--buffer <tokens>', 'what of the context is not for the page', wholeNumber(0), 512)
    .option('--overlap <tokens>', 'repeat whole blocks of the page before, at most 5 % of a page', wholeNumber(0), 0)
    .addOption(
      new Option('--tokenizer <name>', 'what counts').choices(['cl100k_base', 'o200k_base']).default('cl100k_base'),
    )
    .addOption(new Option('--ids <form>', 'ids of pages').choices(['chunk', 'uuidv7', 'counter']).default('chunk'))
    .option('--counter-file <file>', 'where --ids counter keeps the last number', '.paginate-counter')
    .addOption(
      new Option('--oversize <mode>', 'what becomes of a block that fits no page')
        .choices(['error', 'allow'])
        .default('error'),
    )
    .addOption(
      new Option('--summaries <kind>', 'what lead-ins and lead-outs say: a sentence of the page, or one of a model')
        .choices(['extractive', 'llm'])
        .default('extractive'),
    )
    .option('--model <name>', 'openai:<model> or ollama:<model>, for --summaries llm')
    .option('--answers <folder>', "keeps the model's summaries; unchanged pages ask nothing", '.topicmill/answers')
    .option('--html', 'write each page as HTML too')
    .option('--lang <tag>', 'language of the document, for HTML', 'en')
    .option('--dry-run', 'cut the document and say how many pages it has; publish nothing, ask no model')
    .option('--json', 'print the result as JSON: the manifest, or what a subcommand found')
    .action(async (source: string | undefined, options: SplitOptions & { readonly json?: true }) => {
      if (source === undefined) {
        throw new TopicmillError('INVALID_OPTION', 'No document is named.', {
          remedy: 'Run with --help for examples.',
        });
      }
      const { manifest, isNew } = await splitFile(source, options, io);
      if (options.json) writeJson(manifest, io);
      else {
        const outcome = options.dryRun ? 'not published' : isNew ? 'published' : 'unchanged';
        const largest = Math.max(...manifest.chunks.map(({ tokens }) => tokens));
        io.stdout.write(
          `${counted(manifest.chunks.length, 'page')} of at most ${largest} tokens (${manifest.n_max} allowed), set ${manifest.set}: ${outcome}\n`,
        );
      }
    });
}

/** The flag belongs to the program, which reads it behind the name of a subcommand too. */
function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: true }>().json === true;
}

function writeJson(value: unknown, io: CommandIo): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

async function fileFaults({ found }: PageSetReading, folder: string, io: CommandIo): Promise<Diagnostic[]> {
  if (found.kind === 'plain') return [];
  const counter = await loadTokenCounter(found.manifest.tokenizer);
  const shown = dirname(manifestPath(folder));
  return verifyFiles(found.manifest, resolve(io.cwd, shown), shown, counter);
}

function joinedText(set: PageSetReading, folder: string, io: CommandIo): string {
  const path = resolve(io.cwd, folder);
  const text = joinedDocument(set, readPages(set, path));
  if (text !== undefined) return text;
  throw new TopicmillError('PAGES_DIFFER', 'The pages, joined again, are not the document that they were made of.', {
    file: folder,
    remedy: 'Run paginate verify to see which page was altered.',
  });
}

function plainPages(folder: string): TopicmillError {
  return new TopicmillError('PAGES_MANIFEST_INVALID', 'A plain list of pages has nothing to check.', {
    file: folder,
    remedy: 'Split the document with paginate.',
  });
}
