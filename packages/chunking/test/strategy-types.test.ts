import { expect, it } from 'vitest';
import { semantic } from '../src/semantic/semantic.js';
import { STRATEGIES, type StrategyChoice } from '../src/strategies/index.js';
import { type CountedOptions, declareStrategy, type Strategy } from '../src/strategies/strategy.js';

interface Options extends CountedOptions {
  readonly most: number;
}

const row = {
  name: 'sample',
  version: 1,
  help: 'pieces',
  options: { ...semantic.options, most: semantic.options.maxTokens },
  faultIn: () => undefined,
  chunk: async () => ({ chunks: [], diagnostics: [] }),
} as const;

it('half a strategy, declared or registered, does not compile, nor does a misspelt name', () => {
  const whole: Strategy<'sample', Options> = declareStrategy<Options>()(row);
  const { chunk, ...withoutCode } = row;
  // @ts-expect-error: it has no code
  declareStrategy<Options>()(withoutCode);
  // @ts-expect-error: the option `most` is not declared
  declareStrategy<Options>()({ ...row, options: semantic.options });
  // @ts-expect-error: a row of the table is a whole strategy
  const table = [...STRATEGIES, { name: 'half', version: 1 }] as const satisfies readonly Strategy[];
  // @ts-expect-error: there is no such strategy
  const name: StrategyChoice['strategy'] = 'semantc';
  expect([whole.name, chunk, table.at(-1)!.name, name]).toEqual(['sample', row.chunk, 'half', 'semantc']);
});
