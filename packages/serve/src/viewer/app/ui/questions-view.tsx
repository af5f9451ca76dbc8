import type { MatchedPrompt, QaPair } from '@topicmill/topics/formats';
import { renderMarkdown } from '../markdown/render-markdown.js';
import { formatRoute } from '../route.js';
import { QuestionOrigin } from './chunk-marks.js';
import { similarity } from './numbers.js';
import { Prose } from './prose.js';
import type { TopicViewProps } from './topic-view-props.js';

interface Match {
  readonly chunk: number;
  readonly title: string;
  readonly prompt: MatchedPrompt;
}

/** The topic's questions, each with the chunks that contain its hash; those without answers after the others. */
export function QuestionsView({ topic }: TopicViewProps) {
  const { index, chunks, questions } = topic;
  const matches = new Map<string, Match[]>();
  for (const { item, prompts } of chunks) {
    for (const prompt of prompts) {
      const known = matches.get(prompt.question) ?? [];
      matches.set(prompt.question, [...known, { chunk: item.index, title: item.title, prompt }]);
    }
  }
  const written = new Set(questions.map(({ question }) => question));
  const unanswered = [...matches].filter(([question]) => !written.has(question));
  if (matches.size === 0 && questions.length === 0) {
    return (
      <p class="aside">
        This topic has no questions. Write them in <code>qa-pairs.md</code> next to its reference, each as a heading{' '}
        <code>## Q: …</code> with an answer below.
      </p>
    );
  }
  const matched = questions.filter(({ question }) => matches.has(question)).length;
  return (
    <>
      {questions.length > 0 && (
        <p class="explanation">
          {matched} of {questions.length} questions are near enough to a chunk to leave their hash in it; a query in
          nearly the same words finds the chunk by that alone.
        </p>
      )}
      <ol class="questions">
        {questions.map((pair) => (
          <Question
            key={`${pair.line} ${pair.question}`}
            pair={pair}
            matches={matches.get(pair.question) ?? []}
            id={index.id}
          />
        ))}
        {unanswered.map(([question, found]) => (
          <li key={question}>
            {question} <QuestionOrigin origin={found[0]!.prompt.origin} />
            <Matches matches={found} id={index.id} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Question({
  pair,
  matches,
  id,
}: {
  readonly pair: QaPair;
  readonly matches: readonly Match[];
  readonly id: string;
}) {
  return (
    <li>
      <details>
        <summary>{pair.question}</summary>
        <Prose html={renderMarkdown(pair.answer, id)} />
      </details>
      <Matches matches={matches} id={id} />
    </li>
  );
}

function Matches({ matches, id }: { readonly matches: readonly Match[]; readonly id: string }) {
  if (matches.length === 0) return null;
  return (
    <p class="matches">
      {matches.map(({ chunk, title, prompt }) => (
        <a
          key={chunk}
          href={formatRoute({ id, chunk })}
          title={`SimHash ${prompt.hash.toString(16).padStart(16, '0')}`}
        >
          Chunk {chunk}, {title} <small>{similarity(prompt.similarity)}</small>
        </a>
      ))}
    </p>
  );
}
