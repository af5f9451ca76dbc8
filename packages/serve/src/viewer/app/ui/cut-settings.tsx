import { STRATEGIES, type StrategyName } from '@topicmill/chunking/strategies';
import type { ComponentChildren } from 'preact';
import { type CutChoice, rangesOf, SIZE_STEP, sizeIn, withSize } from '../explain/cut-choice.js';
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
          {STRATEGIES.map(({ name, help }) => (
            <option key={name} value={name} title={help}>
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
              {label} <b>{whole(sizeIn(choice, name))}</b>
            </span>
            <input
              type="range"
              min={least}
              max={most}
              step={SIZE_STEP}
              value={sizeIn(choice, name)}
              aria-valuetext={`${sizeIn(choice, name)} tokens`}
              onInput={({ currentTarget }) => onChoice(withSize(choice, name, Number(currentTarget.value)))}
            />
          </label>
        ))}
    </fieldset>
  );
}
