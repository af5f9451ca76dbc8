import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { Random } from '@topicmill/test-support/generate';
import { tableCommand } from '../table-command.js';
import { MARKS, startAskedServers } from './asked-servers.js';
import { type ForeignRequest, foreignRequest } from './foreign-request.js';
import { sendRequest } from './send-request.js';

const REFUSED = /^HTTP\/1\.1 (?:400|403|404|405) /;
const TOLD = /event: state|"vector"|"result"/;
const SHARED = /^access-control-allow-origin:/im;
const AT_ONCE = 20;

/** The result of the requests to one server that are foreign in one way. */
export interface ForeignTally {
  readonly server: string;
  readonly kind: ForeignRequest['kind'];
  tried: number;
  /** The heads of those that were answered. */
  readonly letIn: string[];
}

interface ForeignRequestsOptions {
  readonly count: number;
  readonly seed: number;
}

/** Asks the servers of this project, on the loopback interface, what they must not answer; fails if one does. */
export const foreignRequests = tableCommand<ForeignRequestsOptions>(
  {
    name: 'npm run test:requests --',
    description:
      'Sends made-up requests for other hosts, from pages of other origins and for files outside of the docs to servers on this machine, and counts those that are let in.',
    examples: [['npm run test:requests -- --count 5000 --seed 2', 'other requests']],
  },
  (program) =>
    program
      .option('--count <number>', 'requests', wholeNumber(1), 2000)
      .option('--seed <number>', 'another seed makes other requests', wholeNumber(0), 1),
  async function* measure({ count, seed }, { log }) {
    const tallies = await askForeign(count, seed);
    for (const letIn of tallies.flatMap((tally) => tally.letIn)) log(`${letIn}\n`);
    yield {
      title: 'Foreign requests',
      notes: [
        `Seed ${seed}. Each names another host, comes from a page of another origin, or asks for a file outside of the docs; for pages, files, the event stream and query vectors. Let in: answered with anything but a refusal.`,
      ],
      columns: ['foreign in its', 'requests', 'let in'],
      rows: tallies.map(({ server, kind, tried, letIn }) => ({ name: server, values: [kind, tried, letIn.length] })),
    };
    if (tallies.some(({ letIn }) => letIn.length > 0)) {
      throw new TopicmillError('RECORD_INVALID', 'A server has answered what it must refuse.', {
        remedy: 'The heads of the requests are above: send one by hand, and correct what lets it in.',
      });
    }
  },
);

/**
 * @param count requests, to all servers together
 * @throws Error when a server does not answer its own pages, since then a refusal proves nothing
 */
export async function askForeign(count: number, seed: number): Promise<readonly ForeignTally[]> {
  const random = new Random(seed);
  const asked = await startAskedServers();
  const tallies = new Map<string, ForeignTally>();
  try {
    const servers = [...asked.servers];
    for (const [, { port, method, targets }] of servers) {
      for (const target of targets) {
        const answer = await sendRequest(port, { method, target, fields: [`host: localhost:${port}`] });
        if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`${target} is not answered: ${answer}`);
      }
    }
    const ask = async (number: number): Promise<void> => {
      const [name, server] = servers[number % servers.length]!;
      const request = foreignRequest(random, server, asked.secrets);
      const tally = tallies.get(name + request.kind) ?? { server: name, kind: request.kind, tried: 0, letIn: [] };
      tallies.set(name + request.kind, tally);
      tally.tried++;
      const answer = await sendRequest(server.port, request);
      if (isLetIn(request, answer)) tally.letIn.push(headOf(request, answer));
    };
    for (let first = 0; first < count; first += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => ask(first + at)));
    }
  } finally {
    await asked.close();
  }
  return [...tallies.values()].sort((a, b) => compareCodeUnits(a.server + a.kind, b.server + b.kind));
}

function isLetIn({ kind }: ForeignRequest, answer: string): boolean {
  if (answer === '') return false;
  const isShown = Object.values(MARKS).some((mark) => answer.includes(mark)) || TOLD.test(answer);
  // A page of the origin that `--cors` names may well read that there is no such file.
  return isShown || !REFUSED.test(answer) || (kind !== 'path' && SHARED.test(answer));
}

function headOf({ method, target, fields }: ForeignRequest, answer: string): string {
  return `${[`${method} ${target}`, ...fields].join(' | ')} → ${answer.split('\r\n')[0]}`;
}
