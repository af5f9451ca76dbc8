import type { TopicWords } from './topic-words.js';

interface Language {
  readonly info: string;
  readonly opening: readonly string[];
  /** Repeated, each time with other words. */
  readonly body: readonly string[];
  readonly closing: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    info: 'typescript',
    opening: ["import { {i} } from './{i}.js';", '', 'export function {i}(input: string): number {'],
    body: ['  const {i} = {i}(input, { limit: {k} });', '  if ({i}.length === 0) return {k};'],
    closing: ['  return {i}.length;', '}'],
  },
  {
    info: 'python',
    opening: ['# The {a} {n} comes first.', 'def {i}(items):'],
    body: ['    for {i} in items:', '        if {i} > {k}:', '            yield {i}'],
    closing: ['', 'print({i}([{k}, {k}]))'],
  },
  {
    info: 'bash',
    opening: ['# {v} the {n}'],
    body: ['./{i} --{n} {k} --{a}', '## {n}', 'export {i}="{a} {n}"'],
    closing: ['echo "{n} is {a}"'],
  },
  {
    info: 'json',
    opening: ['{'],
    body: ['  "{i}": { "{n}": {k}, "{a}": true },'],
    closing: ['  "{i}": null', '}'],
  },
  {
    info: 'yaml',
    opening: ['{i}:'],
    body: ['  - name: {t}', '    {n}: {k} # {a}'],
    closing: [],
  },
  {
    info: 'rust',
    opening: ['fn {i}(input: &str) -> Option<u32> {'],
    body: ["    let {i} = input.split('{k}').next()?;", '    assert!({i}.len() < {k});'],
    closing: ['    None', '}'],
  },
  {
    info: 'sql',
    opening: ['SELECT {n}, {i}'],
    body: ['  , COALESCE({i}, {k}) AS {n}'],
    closing: ['FROM {i}', 'WHERE {n} > {k};'],
  },
];

/** A fenced code block of 5 to 20 lines in one of several languages; not meant to run. */
export function codeBlock(words: TopicWords): string {
  const { info, opening, body, closing } = words.random.pick(LANGUAGES);
  const repeats = words.random.integer(1, 5);
  const lines = [...opening, ...Array.from({ length: repeats }, () => body).flat(), ...closing];
  return [`\`\`\`${info}`, ...lines.map((line) => words.fill(line)), '```'].join('\n');
}
