import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Half, PassageCorpus } from '../read-passages.js';
import { prepareText, type TextForm } from './prepare-text.js';

/** A text that is not kept here, as `texts.json` names it. */
interface ListedText {
  readonly name: string;
  /** A checkout, or a package of npm with its version, which is downloaded where it is missing. */
  readonly repository?: string;
  readonly commit?: string;
  readonly package?: string;
  readonly form: TextForm;
  /** Of the prepared text. */
  readonly sha256: string;
  readonly files: readonly string[];
}

interface ListedQuestion {
  readonly question: string;
  /** UTF-16 offsets in the prepared text. */
  readonly passages: readonly (readonly [start: number, end: number])[];
}

/**
 * Our own questions on public texts, and the texts from checkouts of their repositories and packages of npm.
 *
 * @param checkouts folder with a checkout of each repository, named after the text; packages are downloaded into it
 * @param questions folder of `texts.json` and `<name>.passages.json`
 * @param isAsked told the name of a text; the checkouts of the others are not needed
 * @throws TopicmillError `INVALID_OPTION` when a text is not the one that the questions were written for
 */
export function readOwnPassages(
  checkouts: string,
  questions: string,
  isAsked: (name: string) => boolean,
  half: Half = 'both',
): PassageCorpus[] {
  const texts = JSON.parse(readFileSync(join(questions, 'texts.json'), 'utf8')) as ListedText[];
  const asked = texts.filter(({ name }) => isAsked(name));
  return asked.map(({ name, repository, commit, package: packageName, form, sha256: expected, files }) => {
    if (packageName !== undefined) downloadPackage(packageName, join(checkouts, name));
    const text = prepareText(
      files.map((file) => readFileSync(join(checkouts, name, file), 'utf8')),
      form,
    );
    if (createHash('sha256').update(text).digest('hex') !== expected) {
      throw new TopicmillError('INVALID_OPTION', `${name} is not the text that its questions were written for.`, {
        file: join(checkouts, name),
        remedy:
          packageName === undefined
            ? `Check out ${repository} at ${commit}.`
            : `Remove the folder, so that ${packageName} is downloaded again.`,
      });
    }
    const listed = JSON.parse(readFileSync(join(questions, `${name}.passages.json`), 'utf8')) as ListedQuestion[];
    return {
      name,
      text,
      questions: listed
        .filter((_, i) => half === 'both' || i % 2 === (half === 'first' ? 0 : 1))
        .map(({ question, passages }) => ({
          text: question,
          passages: passages.map(([start, end]) => ({ start, end })),
        })),
    };
  });
}

function downloadPackage(name: string, folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const shell = process.platform === 'win32';
  const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8', shell }).trim();
  execFileSync('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
}
