import { lastName } from '@topicmill/base/paths';
import {
  folderOf,
  MODEL_QUESTIONS_FILE,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import { type FolderView, filesBelow, isFolderPage } from '../sites/index.js';
import { isHiddenName } from '../workspace/index.js';

/** A markdown file of the docs root that belongs to no topic, and the path at which it would be one. */
export interface LooseMarkdown {
  readonly path: string;
  readonly suggestedPath: string;
}

/** What a docs root contains. */
export interface DocsSurvey {
  /** Ids of the topics, sorted by code unit. */
  readonly topicIds: readonly string[];
  readonly looseMarkdown: readonly LooseMarkdown[];
}

const BESIDE_REFERENCES = new Set([QA_PAIRS_FILE, MODEL_QUESTIONS_FILE, TOPIC_SPEC_FILE]);

/** Finds the topics of a docs root and the markdown files that are in no topic's folder. */
export function surveyDocs(view: FolderView, docsRoot: string): DocsSurvey {
  const paths = filesBelow(view, docsRoot, (name) => /\.md$/i.test(name), isHiddenName);
  const topics = new Set(paths.filter((path) => lastName(path) === REFERENCE_FILE).map(folderOf));
  const taken = new Set(paths);
  const looseMarkdown: LooseMarkdown[] = [];
  for (const path of paths) {
    if (topics.has(folderOf(path)) || BESIDE_REFERENCES.has(lastName(path))) continue;
    const suggestedPath = freeReferencePath(path, docsRoot, taken);
    taken.add(suggestedPath);
    looseMarkdown.push({ path, suggestedPath });
  }
  return { topicIds: [...topics].map((folder) => folder.slice(docsRoot.length + 1)), looseMarkdown };
}

/** A folder's own page becomes the reference of that folder, any other file that of a folder named after it. */
function freeReferencePath(path: string, docsRoot: string, taken: ReadonlySet<string>): string {
  const folder = folderOf(path);
  const baseName = lastName(path).replace(/\.md$/i, '');
  const isOfFolder = isFolderPage(path);
  if (isOfFolder && folder !== docsRoot && !taken.has(`${folder}/${REFERENCE_FILE}`)) {
    return `${folder}/${REFERENCE_FILE}`;
  }
  const topic = isOfFolder ? 'overview' : topicNameOf(baseName);
  for (let attempt = 1; ; attempt++) {
    const candidate = `${folder}/${topic}${attempt === 1 ? '' : `-${attempt}`}/${REFERENCE_FILE}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function topicNameOf(baseName: string): string {
  return (
    baseName
      .toLowerCase()
      .replace(/\s+/g, '-')
      .replace(/^[_.]+/, '') || 'topic'
  );
}
