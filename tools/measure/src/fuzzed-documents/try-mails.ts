import { readArtifactText, splitMailbox } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { partSeed, Random } from '@topicmill/test-support/generate';
import { damaged, type FuzzedMail, MailMaker } from './fuzzed-mail.js';
import type { DocumentRange, StrategyTotal, TrialListener } from './try-documents.js';

/** One mail in five is a mailbox, and one in three is damaged. */
const EVERY_MAILBOX = 5;
const EVERY_DAMAGED = 3;

/** Reads made-up mails and mailboxes: nothing is lost, and a damaged one is read or refused with a code. */
export async function tryMails(
  { seed, first, end, step }: DocumentRange,
  listener: TrialListener,
): Promise<[name: string, total: StrategyTotal]> {
  const total: StrategyTotal = { documents: 0, refused: 0, chunks: 0, violations: 0 };
  for (let number = first; number < end; number += step) {
    const found = await mailFaults(seed, number).catch((thrown: unknown) => {
      if (thrown instanceof TopicmillError) return undefined;
      return [`threw ${thrown instanceof Error ? thrown.stack : String(thrown)}`];
    });
    total.documents++;
    total.refused += found === undefined ? 1 : 0;
    total.violations += found?.length ?? 0;
    for (const fault of found ?? []) listener.onViolation(`mail ${number} of seed ${seed}: ${fault}`);
    listener.onDocument();
  }
  return ['mails and mailboxes', total];
}

/** What is wrong with how one mail or mailbox is read; its number decides what it is. */
async function mailFaults(seed: number, number: number): Promise<string[]> {
  const random = new Random(partSeed(seed, 'mail', number));
  const maker = new MailMaker(random);
  if (number % EVERY_MAILBOX === 0) {
    const { bytes, mails } = maker.mailbox();
    if (number % EVERY_DAMAGED === 0) return boxFaults(damaged(bytes, random), undefined, random);
    return boxFaults(bytes, mails, random);
  }
  const mail = maker.mail();
  if (number % EVERY_DAMAGED !== 0) return readFaults(mail);
  await readArtifactText(damaged(mail.bytes, random), 'email');
  return [];
}

async function readFaults({ bytes, subject, words }: FuzzedMail): Promise<string[]> {
  const { content, attributes } = await readArtifactText(bytes, 'email');
  return [
    ...(attributes['subject'] === subject ? [] : [`the subject is ${JSON.stringify(attributes['subject'])}`]),
    ...missing(content, words),
    ...(content.includes('\ufffd') ? ['there are characters that cannot be read'] : []),
  ];
}

function missing(content: string, words: readonly string[]): string[] {
  return words.filter((word) => !content.includes(word)).map((word) => `${JSON.stringify(word)} is lost`);
}

/** @param mails the words of each mail; `undefined` for a mailbox that is damaged */
async function boxFaults(
  bytes: Buffer,
  mails: readonly (readonly string[])[] | undefined,
  random: Random,
): Promise<string[]> {
  const cut = random.integer(0, bytes.length);
  const found: Uint8Array[] = [];
  for await (const mail of splitMailbox([bytes.subarray(0, cut), bytes.subarray(cut)])) found.push(mail);
  if (mails === undefined) {
    for (const mail of found) await readArtifactText(mail, 'email').catch(refused);
    return [];
  }
  if (found.length !== mails.length) return [`there are ${found.length} mails, not ${mails.length}`];
  const faults: string[] = [];
  for (const [at, mail] of found.entries()) {
    const { content } = await readArtifactText(mail, 'email');
    faults.push(...missing(content, mails[at]!).map((fault) => `in mail ${at + 1}, ${fault}`));
  }
  return faults;
}

function refused(thrown: unknown): void {
  if (!(thrown instanceof TopicmillError)) throw thrown;
}
