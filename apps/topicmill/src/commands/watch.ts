import {
  type CommandIo,
  createProgram,
  type ExitCode,
  portNumber,
  reportDiagnostics,
  runProgram,
  stopSignal,
} from '@topicmill/base/cli';
import { type DocsWatch, type WatchEvent, watchDocs } from '@topicmill/pipeline/watch';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import type { DocsServer } from '@topicmill/serve/docs-server';
import { runServe } from '../serve/run-serve.js';
import { CurrentFindings } from '../watch/current-findings.js';
import { formatWatchEvent } from '../watch/format-watch-event.js';
import { surroundingsOf } from '../workspace/surroundings.js';

const DEFAULT_PORT = 4180;
const LOOPBACK = '127.0.0.1';

interface WatchOptions {
  readonly serve?: true;
  readonly port: number;
  readonly model?: string;
  readonly json?: true;
}

/** Runs `topicmill watch`; see `--help`. Returns the exit code once it has been told to stop. */
export function watch(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill watch',
      version: PIPELINE_VERSION,
      description:
        'Builds all topics, then rebuilds each topic when its files are saved, and reports changed chunks and stripes, and any problems.',
      examples: [
        ['topicmill watch', 'what each save does to chunks and stripes'],
        ['topicmill watch --serve', 'with the viewer, which reloads by itself'],
        ['topicmill watch --json', 'a line of JSON for each event'],
      ],
    },
    io,
  )
    .option('--serve', 'also serve the docs and the viewer')
    .option('--port <number>', 'port to serve on; 0 for any free port', portNumber, DEFAULT_PORT)
    .option('--model <name>', 'embedding model, instead of the configured one')
    .option('--json', 'print each event as a line of JSON')
    .action((options: WatchOptions) => run(options, io, stopSignal()));
  return runProgram(program, args, io, () => 0);
}

async function run({ serve, port, model, json }: WatchOptions, io: CommandIo, stop: Promise<void>): Promise<void> {
  const surroundings = surroundingsOf(io);
  let server: DocsServer | undefined;
  let docs: DocsWatch | undefined;
  const findings = new CurrentFindings();
  const onEvent = (event: WatchEvent): void => {
    io.stdout.write(json ? `${JSON.stringify(event)}\n` : formatWatchEvent(event));
    if (!json && 'diagnostics' in event) reportDiagnostics(event.diagnostics, io);
    findings.take(event, (id) => docs?.displayPath(id) ?? id);
    if ('paths' in event) server?.notifyChange(event.paths);
    server?.notifyFindings(findings.list());
  };
  docs = await watchDocs(io.cwd, { ...surroundings, embeddingModel: model, onEvent });
  try {
    if (serve) {
      server = await runServe(
        undefined,
        { host: LOOPBACK, port, ...(model === undefined ? {} : { model }) },
        surroundings,
      );
      server.notifyFindings(findings.list());
      const { url } = server;
      io.stdout.write(json ? `${JSON.stringify({ kind: 'serving', url })}\n` : `Serving the docs at ${url}\n`);
    }
    await stop;
  } finally {
    await docs.close();
    await server?.close();
  }
}
