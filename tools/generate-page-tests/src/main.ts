import { join, resolve } from 'node:path';
import { type CommandIo, createProgram, type ExitCode, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { writeFileIfChanged } from '@topicmill/base/files';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { stringify } from 'yaml';
import { generatePageTests } from './generate-page-tests.js';

/** Runs `generate-page-tests`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'generate-page-tests',
      version: '0.1.0',
      description: 'Writes long documents with questions across their pages, the same for the same options.',
      examples: [['generate-page-tests --documents 100 --seed 1 --out /tmp/page-tests', 'about 17 MB of markdown']],
    },
    io,
  )
    .option('--documents <number>', 'how many documents, of 1,000 to 200,000 tokens', wholeNumber(0), 100)
    .option('--seed <number>', 'another seed gives other text', wholeNumber(0), 1)
    .requiredOption('--out <folder>', 'where documents and questions are written')
    .action(async ({ documents, seed, out }: { documents: number; seed: number; out: string }) => {
      const counter = await loadTokenCounter('cl100k_base');
      const folder = resolve(io.cwd, out);
      for (const { name, text, maxTokens, questions } of generatePageTests({
        documentCount: documents,
        seed,
        counter,
      })) {
        writeFileIfChanged(join(folder, name), text);
        const about = questions.map((question) => ({ document: name, ...question }));
        const queries = join(folder, name.replace(/\.md$/, '.queries.yaml'));
        writeFileIfChanged(queries, `# Pages of ${maxTokens} tokens.\n${stringify(about, { lineWidth: 0 })}`);
      }
      io.stdout.write(`${documents} documents with their questions in ${out}\n`);
    });
  return runProgram(program, args, io, () => 0);
}
