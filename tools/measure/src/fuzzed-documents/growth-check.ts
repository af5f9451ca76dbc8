import { MAX_GROWTH } from '@topicmill/test-support/time-growth';
import { splitGrowth, splitters } from '../bench/splitters.js';
import type { Table } from '../table.js';

/** The largest ratios of CPU times for a text and for twice as much of it. */
export class GrowthCheck {
  private readonly worst = new Map<string, number>();
  private textCount = 0;

  private constructor(private readonly strategies: Awaited<ReturnType<typeof splitters>>) {}

  static async create(): Promise<GrowthCheck> {
    return new GrowthCheck(await splitters());
  }

  /**
   * Says which strategies take over 2.5 times as long for twice the text.
   *
   * @param name of the text, for messages
   */
  check(text: string, name: string): string[] {
    this.textCount++;
    const over: string[] = [];
    for (const [strategy, split] of this.strategies) {
      const ratio = splitGrowth(split, (length) => text.repeat(Math.ceil(length / text.length)));
      if (ratio === undefined) continue;
      this.worst.set(strategy, Math.max(ratio, this.worst.get(strategy) ?? 0));
      if (ratio > MAX_GROWTH)
        over.push(`${name}: ${strategy} takes ${ratio.toFixed(2)} times as long for twice the text`);
    }
    return over;
  }

  table(): Table {
    return {
      title: 'Growth',
      notes: ['CPU time for twice the text over that for the text, each document repeated until it takes 20 ms.'],
      columns: ['documents', 'largest ratio'],
      rows: [...this.worst].map(([name, ratio]) => ({ name, values: [this.textCount, ratio] })),
    };
  }
}
