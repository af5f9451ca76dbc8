import type { Diagnostic } from '@topicmill/base/diagnostics';
import {
  editedPageRows,
  hasOwnSections,
  type PageSpecEdit,
  pageSpecEdit,
  takeInPageSpecEdit,
} from '@topicmill/topics/formats';
import { PAGE_NOTE_FILE, TOPIC_SPEC_FILE } from '@topicmill/topics/formats/file-names';
import { type MergedFile, ownedFile, type SharedOwnedFile } from '../runner/index.js';

/**
 * The `topic-spec.md` of a page. It is generated, and people write in the page's note; what they still write here
 * is moved there before the file is replaced.
 */
export const PAGE_TOPIC_SPEC: SharedOwnedFile = {
  ...ownedFile(TOPIC_SPEC_FILE),
  recognizes: (_, text) => hasOwnSections(text),
  shared: {
    merge: (present, made, file) => {
      if (present === made || present === '') return { text: made, ...NOTHING_MOVED };
      return { text: made, ...moveFrom(present, file, made), diagnostics: editedPageRows(present, made, file) };
    },
    mergeLate: (present, { after }, file) => ({ text: present, ...moveFrom(after, file) }),
    authoredPart: (text) => editOf(text)?.text ?? '',
    authoredIdentity: (text) => editOf(text)?.text ?? '',
  },
};

const NOTHING_MOVED: Omit<MergedFile, 'text'> = { diagnostics: [] };

function moveFrom(text: string, file: string, made?: string): Omit<MergedFile, 'text'> {
  const edit = editOf(text, made);
  if (edit === undefined) return NOTHING_MOVED;
  const update = (note = ''): string => takeInPageSpecEdit(note, edit);
  return { diagnostics: [], moved: { to: PAGE_NOTE_FILE, update, diagnostic: (target) => textMoved(file, target) } };
}

function editOf(text: string, made?: string): PageSpecEdit | undefined {
  return text.trim() === '' ? undefined : pageSpecEdit(text, made);
}

function textMoved(file: string, target: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_TEXT_MOVED',
    message: `The file is generated and was edited by hand: what was written there is moved to ${target}.`,
    file,
    remedy: `Build again, so that it counts. Write in ${target} from now on, and commit that file.`,
  };
}
