import { compareCodeUnits } from '@topicmill/base/order';
import { oneLine } from '@topicmill/text/white-space';
import type { ReadableText } from './readable-text.js';

/** A caption as it is shown: when, by whom, and what is said. */
interface Cue {
  readonly time: string;
  readonly speaker: string | undefined;
  readonly text: string;
}

const START = /^\ufeff?(?:WEBVTT(?:[ \t].*)?$|\d+\r?$\r?\n(?:\d{1,3}:)?\d{1,2}:\d{2}[,.]\d{3}[ \t]+-->)/m;
const TIMES = /^((?:\d{1,3}:)?\d{1,2}:\d{2})[,.]\d{1,3}[ \t]+-->[ \t]+(?:\d{1,3}:)?\d{1,2}:\d{2}[,.]\d{1,3}/;
const SPEAKER_LABEL =
  /^(?:<v(?:\.[^\s<>]{1,40})?[ \t]+([^<>]{1,80})>|(?:>>[ \t]*)?([^\s:<>[\](){}][^:<>[\](){}]{0,39}):(?=[ \t]))/;
const TAG = /<\/?[a-z\d][^<>]{0,200}>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/**
 * Captions of a recording (WebVTT, SubRip) as lines `[time] Name: text`, a caption each; a caption that goes on with what the
 * same voice says is on the same line. `undefined` for other text.
 */
export function readCaptions(text: string): ReadableText | undefined {
  const start = START.exec(text);
  if (start === null || text.slice(0, start.index).trim() !== '') return undefined;
  const cues = joinedCues(cuesOf(text));
  if (cues.length === 0) return undefined;
  const speakers = [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))].sort(compareCodeUnits);
  return {
    content: cues
      .map(({ time, speaker, text: said }) => `[${time}] ${speaker === undefined ? '' : `${speaker}: `}${said}\n`)
      .join(''),
    attributes: speakers.length > 0 ? { speakers } : {},
  };
}

function cuesOf(text: string): Cue[] {
  const cues: Cue[] = [];
  let time: string | undefined;
  let lines: string[] = [];
  const end = (): void => {
    const cue = time === undefined ? undefined : cueOf(time, lines);
    if (cue !== undefined) cues.push(cue);
    time = undefined;
    lines = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const found = TIMES.exec(line)?.[1];
    if (found !== undefined) {
      end();
      time = found.split(':').length === 3 ? found : `00:${found}`;
    } else if (line.trim() === '') end();
    else lines.push(line);
  }
  end();
  return cues;
}

function cueOf(time: string, lines: readonly string[]): Cue | undefined {
  const said = lines.join(' ').trim();
  const voice = SPEAKER_LABEL.exec(said);
  const speaker = (voice?.[1] ?? voice?.[2])?.replace(/[\s:<>[\]()|"]+/g, ' ').trim();
  const text = plain(voice === null ? said : said.slice(voice[0].length));
  return text === '' ? undefined : { time, speaker: speaker === '' ? undefined : speaker, text };
}

function plain(text: string): string {
  const written = text.replace(TAG, '').replace(/&([a-z]{2,4});/g, (entity, name: string) => ENTITIES[name] ?? entity);
  return oneLine(written);
}

/** What one voice says in a row is one turn; captions without a voice stay apart. */
function joinedCues(cues: readonly Cue[]): Cue[] {
  const joined: Cue[] = [];
  for (const cue of cues) {
    const last = joined.at(-1);
    const goesOn = last?.speaker !== undefined && (cue.speaker === last.speaker || cue.speaker === undefined);
    if (goesOn) joined[joined.length - 1] = { ...last, text: `${last.text} ${cue.text}` };
    else joined.push(cue);
  }
  return joined;
}
