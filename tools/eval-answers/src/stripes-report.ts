import { percent } from './answers-report.js';
import type { Topic } from './read-corpus.js';
import { COVERED_COUNTS, stripeCoverage } from './stripe-coverage.js';

/** A table in Markdown of what the first chunks of stripes and of other orders hold. */
export function stripesReport(topics: readonly Topic[], embed: (text: string) => Float32Array): string {
  const { topicIds, rows } = stripeCoverage(topics, ({ chunkTexts }) => chunkTexts.map(embed));
  const chunkCount = topics.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const lines = [
    `\n# Stripes, ${topics.length} topics in ${chunkCount} chunks\n`,
    `What the first ${COVERED_COUNTS.join(', ')} chunks behind the baseline hold of all that stands there, in %, and how`,
    `like the topic’s chunks are to the nearest one taken. ${topicIds.length} topics have stripes: ${topicIds.join(', ')}.\n`,
    '| | keywords by score | headings | likeness |\n|---|---|---|---|',
    ...rows.map(({ name, ...shares }) => {
      const cells = [shares.keywords, shares.headings, shares.likeness].map((each) => each.map(percent).join(' / '));
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}
