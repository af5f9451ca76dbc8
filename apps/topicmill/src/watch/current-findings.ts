import { posix } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { WatchEvent } from '@topicmill/pipeline/watch';

/** Errors and warnings that are current, kept from the events of `watch`: a topic's new findings replace its old ones. */
export class CurrentFindings {
  private readonly byFolder = new Map<string, readonly Diagnostic[]>();
  /** Of the last attempt, if nothing could be built. */
  private failed: readonly Diagnostic[] = [];

  /** @param displayPath of a topic's folder, as the files of findings begin */
  take(event: WatchEvent, displayPath: (id: string) => string): void {
    this.failed = event.kind === 'failed' ? event.diagnostics : [];
    if (event.kind === 'reopened') for (const id of event.goneIds) this.byFolder.delete(displayPath(id));
    if (event.kind === 'topic') this.byFolder.delete(displayPath(event.id));
    if (event.kind === 'failed' || event.kind === 'reopened') return;
    for (const [folder, findings] of groupByFolder(event.diagnostics)) this.byFolder.set(folder, findings);
  }

  /** Errors first, then by file. */
  list(): Diagnostic[] {
    const folders = [...this.byFolder.keys()].sort();
    const all = [...this.failed, ...folders.flatMap((folder) => this.byFolder.get(folder)!)];
    return all.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  }
}

function groupByFolder(diagnostics: readonly Diagnostic[]): Map<string, Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const folder = diagnostic.file === undefined ? '' : posix.dirname(diagnostic.file);
    groups.set(folder, [...(groups.get(folder) ?? []), diagnostic]);
  }
  return groups;
}
