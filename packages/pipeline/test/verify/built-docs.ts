import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { type FolderReport, runTargets } from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX, REFERENCE_OUTPUTS } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { readIndexJson, type TopicIndex } from '@topicmill/topics/formats';
import { type SnapshotFile, type VerifyContext, verifyFolder } from '../../src/verify/index.js';

/** Files of a docs root by path, in memory. */
export type DocsFiles = ReadonlyMap<string, SnapshotFile>;

/** Settings that tests choose. */
export interface DocsSettings {
  /** Lines of topicmill.yaml. */
  readonly settings?: string;
  readonly baseHref?: string;
  readonly mayDropTail?: boolean;
  /** Ids of topics without chunks. */
  readonly excluded?: readonly string[];
}

const SENTENCES = 'Größe und Straße: a reader compares naïve values with 🚀 launch code, line by line. '.repeat(24);

/** A reference that is cut into several chunks: front matter, CRLF, an unusual alphabet, a fence with a false heading. */
export function reference(title: string): string {
  const sections = ['Quick Reference', 'Running', 'Limits'].map(
    (heading) =>
      `## ${heading}\n\n### Details\n\n${SENTENCES}\n\n### Source\n\n\`\`\`\n# no heading\n\`\`\`\n\n${SENTENCES}\n\n`,
  );
  return `\uFEFF---\ntitle: ${title}\n---\n# ${title}\n\nAll about ${title}.\n\n${sections.join('')}`.replaceAll(
    '\n',
    '\r\n',
  );
}

/** Two topics in a category, and one with a folder name that a link must escape. */
export const SOURCES: Readonly<Record<string, string>> = {
  'cli/alpha/golden-reference.md': reference('Alpha'),
  'cli/alpha/qa-pairs.md': '## Q: How is alpha run?\n\nA: By its name.\n',
  'cli/beta/golden-reference.md': reference('Beta'),
  'größe & mehr/golden-reference.md': '# Größe\n\nA short topic.\n',
};

/** Builds a docs root in a temporary folder and reads all its files. */
export async function buildDocs(sources: Readonly<Record<string, string>>, settings = ''): Promise<DocsFiles> {
  const root = mkdtempSync(join(tmpdir(), 'topicmill-verify-'));
  try {
    const folder = new FileFolder(root, { 'topicmill.yaml': `docsRoot: docs\n${settings}` });
    for (const [path, text] of Object.entries(sources)) folder.write(`docs/${path}`, text);
    const workspace = openWorkspace(root, { env: {} });
    const reports: FolderReport[] = [];
    for await (const report of runTargets([AUTHORITY, INDEX], workspace)) reports.push(report);
    const failed = reports.filter(({ outcome }) => outcome !== 'built');
    if (failed.length > 0) throw new Error(`The build failed: ${JSON.stringify(failed)}`);
    return filesBelow(join(root, 'docs'));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function filesBelow(directory: string): DocsFiles {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(directory.length + 1).replaceAll('\\', '/'), snapshotFile(readFileSync(path, 'utf8'))];
    }),
  );
}

/** A file of this text. */
export function snapshotFile(text: string): SnapshotFile {
  return { text, bytes: Buffer.from(text, 'utf8') };
}

/** What is wrong in any folder of a docs root. */
export function verifyDocs(
  files: DocsFiles,
  { baseHref, mayDropTail = false, excluded = [] }: DocsSettings = {},
): Diagnostic[] {
  const topicIds = [...files.keys()].flatMap((path) => /^(.+)\/golden-reference\.md$/.exec(path)?.[1] ?? []);
  const folderIds = new Set([
    '',
    ...topicIds.flatMap((id) => id.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'))),
  ]);
  const context: VerifyContext = {
    chunkedTopicIds: new Set(topicIds.filter((id) => !excluded.includes(id))),
    mayDropTail: () => mayDropTail,
    stripeRounding: 'up',
    names: {},
    baseHref,
    sha256Hex,
    indexOf: (id) => indexOf(files, id),
    fileExists: (path) => files.has(path),
  };
  return [...folderIds].sort().flatMap((id) => {
    const prefix = id === '' ? '' : `${id}/`;
    const parentOf = (child: string): string => child.slice(0, Math.max(0, child.lastIndexOf('/')));
    const childIds = [...folderIds].filter((other) => other !== '' && parentOf(other) === id).sort();
    const chunkPrefix = `${prefix}${REFERENCE_OUTPUTS.chunks.directory}/`;
    const chunkFileNames = [...files.keys()]
      .filter((path) => path.startsWith(chunkPrefix))
      .map((path) => path.slice(chunkPrefix.length))
      .filter((name) => REFERENCE_OUTPUTS.chunks.owns(name));
    const parentId = id === '' ? undefined : parentOf(id);
    return verifyFolder(
      {
        folder: { id, isTopic: topicIds.includes(id), parentId, childIds },
        chunkFileNames,
        read: (path) => files.get(prefix + path),
        displayPath: (path) => prefix + path,
      },
      context,
    );
  });
}

function indexOf(files: DocsFiles, id: string): TopicIndex | undefined {
  const path = id === '' ? 'index.json' : `${id}/index.json`;
  try {
    return readIndexJson(files.get(path)!.text, path);
  } catch {
    return undefined;
  }
}
