import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  authoredDigestInput,
  buildTopicIndex,
  readQaPairs,
  readTopicSpec,
  updateTopicSpec,
} from '../../src/formats/index.js';
import { sampleSections, sampleTopic } from './sample-topic.js';

/** A folder `topics` with real topics in it, each with what another tool made of it in `expected`. */
const corpora = process.env['TOPICMILL_CORPORA'];
const files =
  corpora === undefined
    ? []
    : readdirSync(join(corpora, 'topics'), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(corpora, 'topics', path),
      );
const specs = files.filter((path) => path.endsWith(join('expected', 'topic-spec.md')));
const questions = files.filter((path) => path.endsWith('qa-pairs.md'));

describe.skipIf(corpora === undefined)('real topics (TOPICMILL_CORPORA names their folder)', () => {
  it('are there', () => {
    expect(specs.length).toBeGreaterThan(0);
    expect(questions.length).toBeGreaterThan(0);
  });

  it.each(specs)('%s keeps its text and gives the metadata that its index has', (path) => {
    const text = readFileSync(path, 'utf8');
    const updated = updateTopicSpec(text, sampleTopic, sampleSections, path).text!;
    expect(authoredDigestInput(updated)).toBe(authoredDigestInput(text));
    const spec = readTopicSpec(updated, path);
    expect(spec.diagnostics).toEqual([]);
    expect(spec.sections).toEqual(sampleSections);
    const { id, ...index } = JSON.parse(readFileSync(join(path, '..', 'index.json'), 'utf8'));
    const { title, description, category, complexity, priority, depth_below, topic_count } = index;
    const introduced = index.introduced.year === 'N/A' ? {} : { introduced: index.introduced };
    expect(buildTopicIndex({ id, spec, children: [], stripeRounding: 'up' })).toMatchObject({
      ...{ title, description, category, complexity, priority, depth_below, topic_count },
      ...introduced,
    });
  });

  it.each(questions)('%s has an answer to every question, and no question inside an answer', (path) => {
    const text = readFileSync(path, 'utf8');
    const { pairs, diagnostics } = readQaPairs(text, path);
    expect(diagnostics).toEqual([]);
    expect(pairs.length).toBe(text.match(/^(?:## )?Q: /gm)!.length);
    for (const { answer } of pairs) expect(answer).not.toMatch(/^(?:## )?Q: |\n-{3,}$/m);
    expect(existsSync(join(path, '..', 'golden-reference.md'))).toBe(true);
  });
});
