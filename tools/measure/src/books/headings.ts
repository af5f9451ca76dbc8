import { basename, resolve } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import { percent, type Row } from '../table.js';
import { tableCommand } from '../table-command.js';
import { headingAccuracy } from './heading-accuracy.js';
import { renderPlain } from './plain-rendering.js';

/** Runs `headings`; see `--help`. */
export const headings = tableCommand<{ readonly list?: true }>(
  {
    name: 'npm run eval:headings --',
    description: 'Counts the headings that are found in documents, and in the same documents as pages of plain text.',
    examples: [
      ['npm run eval:headings -- docs/*/*/golden-reference.md', 'how many are found and how many are invented'],
      ['npm run eval:headings -- --list guide.md', 'and which are missed and invented'],
    ],
  },
  (program) =>
    program.argument('<files...>', 'markdown documents').option('--list', 'list the headings missed and invented'),
  async function* ({ list }, { io }, files) {
    const rows: Row[] = [];
    const notes = ['Plain: laid out as pages, without any marks. Detected: how it is read without an option.'];
    const totals = { markdown: [0, 0, 0], plain: [0, 0, 0] };
    for (const file of files) {
      const { text } = readDocument(resolve(io.cwd, file), file);
      const plain = renderPlain(text, basename(file));
      for (const [source, rendered] of [['markdown', text] as const, ['plain', plain.text] as const]) {
        const { automaticSource, missed, invented } = await headingAccuracy(rendered, source, plain.headings);
        const counts = [plain.headings.length, plain.headings.length - missed.length, invented.length];
        rows.push({ name: `${file} as ${source}`, values: [automaticSource, ...counts] });
        counts.forEach((count, at) => {
          totals[source][at]! += count;
        });
        if (list) notes.push(...[missed, invented].map((names, at) => listing(file, source, at === 0, names)));
      }
    }
    for (const [source, [total = 0, found = 0, invented = 0]] of Object.entries(totals)) {
      rows.push({ name: `all as ${source}`, values: ['', total, found, invented] });
      notes.push(`As ${source} ${percent(found / total)} % are found.`);
    }
    yield { title: 'Headings', notes, columns: ['read as', 'headings', 'found', 'invented'], rows };
  },
);

function listing(file: string, source: string, isMissed: boolean, names: readonly string[]): string {
  return `${file} as ${source}, ${isMissed ? 'missed' : 'invented'}: ${names.join('; ') || 'none'}`;
}
