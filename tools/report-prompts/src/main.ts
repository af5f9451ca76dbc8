import { join, resolve } from 'node:path';
import { createProgram, existingFolder, processIo, runProgram } from '@topicmill/base/cli';
import { writeFileIfChanged } from '@topicmill/base/files';
import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { charts } from './charts.js';
import { formatReport } from './format-report.js';
import { measureAll } from './measure-all.js';
import { type Embed, readAskedTopics } from './read-questions.js';
import { STRANGERS } from './strangers.js';

interface Options {
  readonly topics: readonly string[];
  readonly docs: string;
  readonly out: string;
  readonly stdout?: true;
}

const REPORT_FILE = 'README.md';

const io = processIo();
const program = createProgram(
  {
    name: 'npm run report:prompts --',
    version: '0.1.0',
    description: 'Measures the matching of prompts on questions of docs, and writes a report with plots.',
    examples: [
      ['npm run report:prompts', 'on our own docs'],
      ['npm run report:prompts -- --topics ../topics', 'on a folder of topics too'],
      ['npm run report:prompts -- --stdout', 'print the report, write nothing'],
    ],
  },
  io,
)
  .option('--topics <folder>', 'folder of topics with qa-pairs.md; may be given again', collect, [])
  .option('--docs <folder>', 'our own docs', existingFolder, 'docs')
  .option('--out <folder>', 'where the report and its plots go', 'tools/report-prompts/report')
  .option('--stdout', 'print the report, write nothing')
  .action(async ({ topics, docs, out, stdout }: Options) => {
    const roots = [docs, ...topics].map((root) => resolve(io.cwd, root));
    const embed = rememberingEmbedder();
    const asked = await readAskedTopics(roots, embed);
    const measures = await measureAll(asked, STRANGERS, embed, (message) => io.stderr.write(message));
    const command = `npm run report:prompts${topics.length === 0 ? '' : ` --${' --topics <folder>'.repeat(topics.length)}`}`;
    const report = formatReport(measures, command);
    if (stdout) {
      io.stdout.write(report);
      return;
    }
    for (const [name, svg] of charts(measures)) writeFileIfChanged(join(io.cwd, out, name), svg);
    writeFileIfChanged(join(io.cwd, out, REPORT_FILE), report);
    io.stdout.write(`${join(out, REPORT_FILE)}\n`);
  });
process.exitCode = await runProgram(program, process.argv.slice(2), io, () => 0);

function collect(folder: string, before: readonly string[]): string[] {
  return [...before, existingFolder(folder)];
}

function rememberingEmbedder(): Embed {
  const vectors = bundledWordVectors();
  const known = new Map<string, Float32Array>();
  return (text) => {
    const vector = known.get(text) ?? embedText(vectors, text);
    known.set(text, vector);
    return vector;
  };
}
