import { readFileSync } from 'node:fs';

/** A row of `fixtures/requests.txt`. */
export interface RequestCase {
  /** The row itself. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly string[];
  readonly status: number;
  readonly body: string;
  readonly answerFields: readonly (readonly [name: string, value: string])[];
}

/** The rows of the table of requests, by heading. */
export function requestCases(): ReadonlyMap<string, readonly RequestCase[]> {
  const text = readFileSync(new URL('./fixtures/requests.txt', import.meta.url), 'utf8');
  const groups = new Map<string, RequestCase[]>();
  let group: RequestCase[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) {
      group = [];
      groups.set(line.slice(3), group);
    } else if (line !== '' && !line.startsWith('#')) group.push(parseRow(line));
  }
  return groups;
}

function parseRow(line: string): RequestCase {
  const [request, fields, status, answer] = line.split('|').map((cell) => cell.trim());
  const [, method = 'GET', path] = /^(?:([A-Z]+) )?(.*)$/.exec(request!)!;
  const [body, ...answerFields] = splitFields(answer!);
  return {
    name: line,
    method,
    path: path!,
    fields: fields === '' ? [] : splitFields(fields!),
    status: Number(status),
    body: body!,
    answerFields: answerFields.map((field) => {
      const colon = field.indexOf(': ');
      return [field.slice(0, colon), field.slice(colon + 2)];
    }),
  };
}

/** Values contain semicolons too, but none before what looks like a name. */
function splitFields(text: string): string[] {
  return text.split(/; (?=[a-z-]+:(?: |$))/);
}
