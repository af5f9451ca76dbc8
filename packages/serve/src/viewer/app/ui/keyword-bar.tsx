import type { TopicIndex } from '@topicmill/topics/formats';
import { useState } from 'preact/hooks';

interface KeywordBarProps {
  readonly keywords: TopicIndex['keywords'];
  readonly selected: string | undefined;
  onSelect(keyword: string | undefined): void;
}

const SHOWN_AT_FIRST = 10;

/** The topic's keywords, best first; the one selected is marked in all views. */
export function KeywordBar({ keywords, selected, onSelect }: KeywordBarProps) {
  const [isWhole, setWhole] = useState(false);
  if (keywords.length === 0) return null;
  const shown = isWhole ? keywords : keywords.slice(0, SHOWN_AT_FIRST);
  return (
    <fieldset class="keywords">
      <legend class="visually-hidden">Keywords</legend>
      {shown.map(({ name, score, count }) => (
        <button
          type="button"
          key={name}
          aria-pressed={name === selected}
          title={`Score ${score}, used ${count} times`}
          onClick={() => onSelect(name === selected ? undefined : name)}
        >
          {name}
          <small>{count}</small>
        </button>
      ))}
      {keywords.length > SHOWN_AT_FIRST && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'fewer' : `${keywords.length - SHOWN_AT_FIRST} more`}
        </button>
      )}
    </fieldset>
  );
}
