import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '@topicmill/base/files';
import { createJiti } from 'jiti';
import type { EvaluationAnswer, EvaluationTask } from './evaluate-config.js';

/** Deeper than any configuration; what refers to itself ends there. */
const MAX_DEPTH = 30;

const task = JSON.parse(process.argv[2]!) as EvaluationTask;
const answer = await evaluate(task).catch((thrown: unknown): EvaluationAnswer => {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { fault: message.split('\n', 1)[0]! };
});
process.send!(answer);

async function evaluate({ file, folder }: EvaluationTask): Promise<EvaluationAnswer> {
  const starlight = fileURLToPath(new URL('./starlight-stand-in.js', import.meta.url));
  const jiti = createJiti(file, { fsCache: false, moduleCache: false, alias: { '@astrojs/starlight': starlight } });
  const exported = await jiti.import(file, { default: true });
  // VitePress and Docusaurus take functions too.
  const config: unknown =
    typeof exported === 'function' ? await exported({ command: 'build', mode: 'production' }) : await exported;
  if (typeof config !== 'object' || config === null) return { fault: 'it exports no object' };
  const value: unknown = plainConfig(await withRewrites(config, folder));
  return { value: value as Record<string, unknown> };
}

/** VitePress's rewrites may be a function from page to published path: what it gives for each page is what it says. */
async function withRewrites(config: object, folder: string): Promise<object> {
  if (!('rewrites' in config) || typeof config.rewrites !== 'function') return config;
  const { rewrites } = config;
  const srcDir = join(folder, 'srcDir' in config && typeof config.srcDir === 'string' ? config.srcDir : '.');
  const written = markdownBelow(srcDir).map((page): [string, unknown] => [page, rewrites(page)]);
  return { ...config, rewrites: Object.fromEntries(written.filter(([page, to]) => to && to !== page)) };
}

function markdownBelow(folder: string): string[] {
  const paths = filesBelow(folder, (name) => name !== 'node_modules' && name !== 'dist');
  return paths.filter((path) => path.endsWith('.md')).sort();
}

/** A configuration as plain JSON: functions and symbols are left out, patterns and dates become texts. */
function plainConfig(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint' || value instanceof Date || value instanceof RegExp || value instanceof URL)
    return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => plainConfig(each, depth + 1) ?? null);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const plain = plainConfig(inner, depth + 1);
      return plain === undefined ? [] : [[key, plain]];
    }),
  );
}
