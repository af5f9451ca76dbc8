import { defineCommand, processIo } from '@topicmill/base/cli';
import { type CheckOptions, checkBytes } from './check-bytes.js';

const checkOutputs = defineCommand(
  {
    name: 'npm run check:bytes --',
    version: '0.1.0',
    description:
      'Builds frozen sources and compares every output with the one expected, byte for byte. Outputs that differ from those recorded first must be named in tools/check-bytes/fixtures/changes.yaml.',
    examples: [
      ['npm run check:bytes', 'compare the outputs of the frozen sources'],
      ['npm run check:bytes -- --out before', 'keep what was made, to compare it with that of another commit'],
      ['npm run check:bytes -- --update', 'expect what was made from now on; look at the diff'],
    ],
  },
  (program) =>
    program
      .option('--out <folder>', 'copy what was made to this folder')
      .option('--update', 'expect what was made from now on'),
  (io) => async (options: CheckOptions) => {
    const { outputCount, faults } = await checkBytes(options);
    io.stdout.write(`${outputCount} outputs, ${faults.length} faults\n`);
    for (const fault of faults) io.stderr.write(`${fault}\n`);
    return faults.length === 0 ? 0 : 1;
  },
);
process.exitCode = await checkOutputs(process.argv.slice(2), processIo());
