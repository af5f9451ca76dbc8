export {
  type ChoiceOption,
  type ChosenStrategy,
  type DeclaredOption,
  type DeclaredStrategy,
  idleOptions,
  type NumberOption,
  type OptionFault,
  type OptionValue,
  type OptionValues,
} from './declared-options.js';
