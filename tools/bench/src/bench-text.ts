import { scanLines, splitFrontMatter } from '@topicmill/markdown';
import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/tokens';
import { measure } from './measure.js';
import { readMarkdown } from './read-markdown.js';

const MIN_BYTES = 10e6;

const texts = readMarkdown(process.argv[2] ?? 'docs');
if (texts.length === 0) {
  console.error('There is no markdown file in that folder. Usage: npm run bench:text -- <folder>');
  process.exit(2);
}
const byteCount = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const repeated = Array.from({ length: Math.ceil(MIN_BYTES / byteCount) }, () => texts).flat();
measure('scanLines', repeated, (text) => scanLines(text, splitFrontMatter(text).bodyOffset).lineCount);
measure('scanLines, one text', [repeated.join('\n')], (text) => scanLines(text).lineCount);
for (const name of TOKEN_COUNTER_NAMES) {
  const before = performance.now();
  const counter = await loadTokenCounter(name);
  console.log(`${name}: loaded in ${(performance.now() - before).toFixed(0)} ms`);
  measure(name, texts, (text) => counter.count(text));
}
