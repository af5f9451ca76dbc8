import { TopicmillError } from '@topicmill/base/diagnostics';

/** A missing file that a step needs. */
interface MissingInput {
  readonly step: string;
  /** As messages name it. */
  readonly file: string;
  /** The command line that makes it. */
  readonly command?: string | undefined;
  /** What is missing, where it is not the whole file. */
  readonly part?: string;
}

/** A `STEP_INPUT_MISSING` error that names the command which makes the file. */
export function missingInput({ step, file, command, part = 'this file' }: MissingInput): TopicmillError {
  const maker = command === undefined ? '' : `Run \`npx ${command}\` first; `;
  return new TopicmillError('STEP_INPUT_MISSING', `The step "${step}" needs ${part}, which does not exist.`, {
    file,
    remedy: `${maker}\`npx topicmill build\` runs all steps in order.`,
  });
}
