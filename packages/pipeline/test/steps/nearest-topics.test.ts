import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Memo } from '../../src/runner/index.js';
import { nearestTopics, type TopicVector } from '../../src/steps/find-related.js';

/** A memo of one run after another, as that in a file: what a run does not use is forgotten. */
class RunsMemo {
  private known = new Map<string, string>();

  open(): Memo {
    const used = new Map<string, string>();
    const { known } = this;
    const recall = (key: string): string | undefined => {
      const value = known.get(key);
      if (value !== undefined) used.set(key, value);
      return value;
    };
    const save = (): void => {
      this.known = used;
    };
    return { recall, keep: (key, value) => void used.set(key, value), save, saveIfWritable: save };
  }
}

/** Made of few different ones, so that many are equally near. */
function topicOf(id: number, version: number): TopicVector {
  const vector = Float32Array.from({ length: 8 }, (_, at) => ((id * 7 + version * 13 + at * at) % 11) - 4.5);
  return { id: `topic-${String(id).padStart(3, '0')}`, key: `${id % 40} ${version}`, encoded: vector.join(), vector };
}

const arbitraryRun = fc.record({
  gone: fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 3 }),
  changed: fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 3 }),
  loses: fc.boolean(),
});

it('after any runs, the nearest topics are those of a first run, and a vector that is lost costs time only', () => {
  fc.assert(
    fc.property(fc.array(arbitraryRun, { minLength: 2, maxLength: 5 }), (runs) => {
      const memo = new RunsMemo();
      let vectors = new Map<string, TopicVector>();
      for (const { gone, changed, loses } of runs) {
        const ids = [...Array(100).keys()].filter((id) => !gone.includes(id));
        const topics = ids.map((id) => topicOf(id, changed.includes(id) ? 1 : 0));
        const opened = memo.open();
        const found = nearestTopics(topics, opened, (key) => (loses ? undefined : vectors.get(key)));
        opened.save();
        expect(found).toEqual(nearestTopics(topics, new RunsMemo().open(), () => undefined));
        vectors = new Map(topics.map((topic) => [topic.key, topic]));
      }
    }),
    { numRuns: 40 },
  );
});
