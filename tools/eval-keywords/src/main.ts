import { parseArgs } from 'node:util';
import { diagnosticsOf, formatDiagnostic, TopicmillError } from '@topicmill/diagnostics';
import { f1At } from './f1-at.js';
import { METHODS } from './methods.js';
import { type ExpectedTopic, readExpectedTopics } from './read-topics.js';

const LIMIT = 10;
const USAGE = 'Run: npm run eval:keywords -- --topics <folder>';

function readRoot(): string {
  try {
    const { topics } = parseArgs({ options: { topics: { type: 'string' } } }).values;
    if (topics !== undefined) return topics;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TopicmillError('INVALID_OPTION', message, { remedy: USAGE, cause });
  }
  throw new TopicmillError('INVALID_OPTION', 'The folder of topics is missing.', { remedy: USAGE });
}

function report(topics: readonly ExpectedTopic[]): string {
  const texts = topics.map(({ text }) => text);
  const results = METHODS.map(([name, method]) => {
    const scores = method(texts).map((terms, i) => f1At(LIMIT, terms, topics[i]!.expected));
    return { name, scores, mean: scores.reduce((sum, score) => sum + score, 0) / scores.length };
  });
  let text = `F1@${LIMIT} of the keywords of ${topics.length} topics\n\n| Topic | ${results[0]!.name} |\n| --- | ---: |\n`;
  for (const [i, { id }] of topics.entries()) text += `| ${id} | ${results[0]!.scores[i]!.toFixed(3)} |\n`;
  text += '\n| Method | Mean |\n| --- | ---: |\n';
  for (const { name, mean } of results) text += `| ${name} | ${mean.toFixed(3)} |\n`;
  return text;
}

function main(): void {
  try {
    process.stdout.write(report(readExpectedTopics(readRoot())));
  } catch (thrown) {
    for (const diagnostic of diagnosticsOf(thrown)) process.stderr.write(`${formatDiagnostic(diagnostic)}\n`);
    process.exitCode = thrown instanceof TopicmillError ? 2 : 1;
  }
}

main();
