import { posix } from 'node:path';
import { type CommandIo, counted, portNumber, reportDiagnostics, stopSignal } from '@topicmill/base/cli';
import { type Diagnostic, isDoubtful } from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { type DocsWatch, type TopicEvent, type WatchEvent, watchDocs } from '@topicmill/pipeline/watch';

import type { DocsServer } from '@topicmill/serve/docs-server';
import { formatChunkChanges } from '../gate/format-chunk-changes.js';
import { topicmillCommand } from '../report/report-command.js';
import { serveOnThread } from '../serve/serve-thread.js';
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
export const watch = topicmillCommand(
  {
    name: 'topicmill watch',
    description:
      'Builds all topics, then rebuilds each topic when its files are saved, and reports changed chunks and stripes, and any problems.',
    examples: [
      ['topicmill watch', 'what each save does to chunks and stripes'],
      ['topicmill watch --serve', 'with the viewer, which reloads by itself'],
      ['topicmill watch --json', 'a line of JSON for each event'],
    ],
  },
  (program) =>
    program
      .option('--serve', 'also serve the docs and the viewer')
      .option('--port <number>', 'port to serve on; 0 for any free port', portNumber, DEFAULT_PORT)
      .option('--model <name>', 'embedding model, instead of the configured one')
      .option('--json', 'print each event as a line of JSON'),
  (io) => (options: WatchOptions) => run(options, io, stopSignal()),
);

async function run({ serve, port, model, json }: WatchOptions, io: CommandIo, stop: Promise<void>): Promise<void> {
  const surroundings = surroundingsOf(io);
  let server: DocsServer | undefined;
  let docs: DocsWatch | undefined;
  const findings = new CurrentFindings();
  const onEvent = (event: WatchEvent): void => {
    io.stdout.write(json ? `${JSON.stringify(event)}\n` : formatWatchEvent(event));
    if (!json && 'diagnostics' in event)
      reportDiagnostics(
        event.diagnostics.filter((each) => !isDoubtful(each)),
        io,
      );
    findings.take(event, (id) => docs?.displayPath(id) ?? id);
    if ('paths' in event) server?.notifyChange(event.paths);
    server?.notifyFindings(findings.list());
  };
  docs = await watchDocs(io.cwd, { ...surroundings, embeddingModel: model, onEvent });
  try {
    if (serve) {
      server = await serveOnThread(
        { host: LOOPBACK, port, isHasty: true, ...(model === undefined ? {} : { model }) },
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

/** Errors and warnings that are current, kept from the events of `watch`: a topic's new findings replace its old ones. */
class CurrentFindings {
  private readonly byFolder = new Map<string, readonly Diagnostic[]>();
  /** Of the last attempt, if nothing could be built. */
  private failed: readonly Diagnostic[] = [];

  /** @param displayPath of a topic's folder, as the files of findings begin */
  take(event: WatchEvent, displayPath: (id: string) => string): void {
    if (event.kind === 'saved') return;
    this.failed = event.kind === 'failed' ? event.diagnostics : [];
    if (event.kind === 'reopened') for (const id of event.goneIds) this.byFolder.delete(displayPath(id));
    if (event.kind === 'topic') this.byFolder.delete(displayPath(event.id));
    if (event.kind === 'failed' || event.kind === 'reopened') return;
    const byFolder = groupBy(event.diagnostics, ({ file }) => (file === undefined ? '' : posix.dirname(file)));
    for (const [folder, findings] of byFolder) this.byFolder.set(folder, findings);
  }

  /** Errors first, then by file. */
  list(): Diagnostic[] {
    const folders = [...this.byFolder.keys()].sort();
    const all = [...this.failed, ...folders.flatMap((folder) => this.byFolder.get(folder)!)];
    return all.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  }
}

/** The result of a save, for people, without its findings; a save is told once. */
export function formatWatchEvent(event: WatchEvent): string {
  switch (event.kind) {
    case 'ready':
      return `Watching ${counted(event.topicCount, 'topic')} until Ctrl+C.\n`;
    case 'reopened':
      return `${event.goneIds.map((id) => `- ${nameOf(id)}\n`).join('')}Topics and settings read again: ${counted(event.topicCount, 'topic')}.\n`;
    case 'saved':
    case 'docs-root':
      // The beginning and the rest of a save that is told with its topic.
      return '';
    case 'failed':
      return 'Nothing was built.\n';
    case 'topic':
      return formatTopic(event);
  }
}

function formatTopic({ id, outcome, chunks, stripesChanged, elapsedMs }: TopicEvent): string {
  const name = nameOf(id);
  if (outcome === 'failed') return `! ${name}: not built\n`;
  const changes = chunks === undefined ? [] : formatChunkChanges(chunks).map((line) => `${line}\n`);
  const time = `${Math.round(elapsedMs)} ms`;
  const isNew = changes.length > 0 && chunks?.keptCount === 0 && chunks.chunks.every(({ kind }) => kind === 'added');
  if (isNew) return `+ ${name} (${counted(changes.length, 'chunk')}; ${time})\n${changes.join('')}`;
  const facts = [
    chunks === undefined ? 'the same chunks' : `${counted(chunks.keptCount, 'chunk')} as before`,
    stripesChanged.length === 0 ? 'the same stripes' : `other stripes: ${stripesChanged.join(', ')}`,
    time,
  ];
  return `~ ${name} (${facts.join('; ')})\n${changes.join('')}`;
}

function nameOf(id: string): string {
  return id === '' ? 'the docs root' : id;
}
