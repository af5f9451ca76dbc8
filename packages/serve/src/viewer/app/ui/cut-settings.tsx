import { STRATEGY_NAMES, type StrategyName } from '@topicmill/chunking/strategy-versions';
import type { ComponentChildren } from 'preact';
import { type CutChoice, rangesOf, SIZE_STEP, withSize } from '../explain/cut-choice.js';
import { whole } from './numbers.js';

interface CutSettingsProps {
  readonly legend: string;
  /** None: nothing is compared. */
  readonly choice: CutChoice | undefined;
  readonly children?: ComponentChildren;
  onStrategy(strategy: StrategyName | undefined): void;
  onChoice(choice: CutChoice): void;
}

/** A strategy and its sizes. The first of two settings always has one. */
export function CutSettings({ legend, choice, children, onStrategy, onChoice }: CutSettingsProps) {
  const isOptional = children === undefined;
  return (
    <fieldset class="cut-settings">
      <legend>{legend}</legend>
      <p>
        <select
          aria-label={`${legend}, strategy`}
          value={choice?.strategy ?? ''}
          onChange={({ currentTarget: { value } }) => onStrategy(value === '' ? undefined : (value as StrategyName))}
        >
          {isOptional && <option value="">nothing</option>}
          {STRATEGY_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>{' '}
        {children}
      </p>
      {choice !== undefined &&
        rangesOf(choice).map(({ name, label, least, most }) => (
          <label key={name} class="slider">
            <span>
              {label} <b>{whole(choice.sizes[name]!)}</b>
            </span>
            <input
              type="range"
              min={least}
              max={most}
              step={SIZE_STEP}
              value={choice.sizes[name]!}
              aria-valuetext={`${choice.sizes[name]} tokens`}
              onInput={({ currentTarget }) => onChoice(withSize(choice, name, Number(currentTarget.value)))}
            />
          </label>
        ))}
    </fieldset>
  );
}
