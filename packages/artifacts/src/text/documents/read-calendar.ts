import { compareCodeUnits } from '@topicmill/base/order';
import type ical from 'ical.js';
import { type ReadableText, readableTime, readableTitle, unreadableDocument } from '../readable-text.js';
import { heading, joinBlocks, paragraph } from './markdown-parts.js';

type Component = InstanceType<typeof ical.Component>;
type Property = InstanceType<typeof ical.Property>;
type Recur = InstanceType<typeof ical.Recur>;
type Time = InstanceType<typeof ical.Time>;

/** Whether a text is a calendar (iCalendar). */
export function isCalendar(text: string): boolean {
  return /^\ufeff?\s*BEGIN:VCALENDAR\s/i.test(text);
}

/** What is on a calendar, and when it begins in seconds since 1970, where it says. */
interface CalendarEntry {
  readonly text: string;
  readonly start: number | undefined;
}

/**
 * A calendar (iCalendar): its events, tasks and journal entries in the order of their times, each with a heading. What recurs is
 * there once, with its rule.
 *
 * @throws TopicmillError `DOCUMENT_UNREADABLE`
 */
export async function readCalendar(text: string): Promise<ReadableText> {
  const { default: library } = await import('ical.js');
  let calendars: Component[];
  try {
    const parsed: unknown[] = library.parse(text.replace(/^\ufeff/, ''));
    calendars = (Array.isArray(parsed[0]) ? parsed : [parsed]).map((one) => new library.Component(one as never));
  } catch (cause) {
    throw unreadableDocument('The calendar is damaged.', 'Export it again from its program.', cause);
  }
  const components = calendars.flatMap((calendar) => calendar.getAllSubcomponents());
  const entries = components.filter(({ name }) => name in ENTRY_KINDS).map(readEntry);
  entries.sort((a, b) => (a.start ?? Number.POSITIVE_INFINITY) - (b.start ?? Number.POSITIVE_INFINITY) || 0);
  const title = readableTitle(textOf(calendars[0]!, 'x-wr-calname') ?? textOf(calendars[0]!, 'name'));
  const first = entries[0]?.start;
  const ts = first === undefined ? undefined : readableTime(first * 1000);
  return {
    content: joinBlocks([heading(1, title ?? ''), ...entries.map((entry) => entry.text)]),
    ...(title !== undefined && { title }),
    ...(ts !== undefined && { ts }),
    attributes: { event_count: entries.length },
  };
}

const ENTRY_KINDS: Readonly<Record<string, string>> = { vevent: 'Event', vtodo: 'Task', vjournal: 'Entry' };

function readEntry(component: Component): CalendarEntry {
  const time = ['dtstart', 'due', 'completed']
    .map((name) => component.getFirstProperty(name))
    .find((each) => each !== null);
  const lines = [
    ['When', timeRange(component)],
    ['Due', timeText(component.getFirstProperty('due'))],
    ['Repeats', component.getAllProperties('rrule').map(ruleText).join('; ')],
    ['Except', component.getAllProperties('exdate').map(timeText).join(', ')],
    ['Where', textOf(component, 'location')],
    ['Organizer', people(component, 'organizer')],
    ['Attendees', people(component, 'attendee')],
    ['Status', textOf(component, 'status')?.toLowerCase()],
    ['Categories', textOf(component, 'categories')],
    ['Link', textOf(component, 'url')],
  ].flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}`]));
  return {
    text: joinBlocks([
      heading(2, textOf(component, 'summary') ?? ENTRY_KINDS[component.name]!),
      lines.map(paragraph).join('\n'),
      ...['description', 'comment'].map((name) => describedProperty(component, name)),
    ]).trimEnd(),
    start: time === undefined ? undefined : epochSeconds(time),
  };
}

function textOf(component: Component, name: string): string | undefined {
  const values = component.getAllProperties(name).flatMap((property) => property.getValues());
  const text = values.map(String).join(', ').trim();
  return text === '' ? undefined : text;
}

function describedProperty(component: Component, name: string): string {
  return (textOf(component, name) ?? '')
    .split(/\n\s*\n/)
    .map(paragraph)
    .filter(Boolean)
    .join('\n\n');
}

/** Names with addresses. */
function people(component: Component, name: string): string {
  const each = component.getAllProperties(name).map((property) => {
    const address = String(property.getFirstValue()).replace(/^mailto:/i, '');
    const called = property.getFirstParameter('cn');
    return called === undefined || called === '' || called === address ? address : `${called} <${address}>`;
  });
  return each.join(', ');
}

function timeRange(component: Component): string {
  const start = component.getFirstProperty('dtstart');
  if (start === null) return '';
  const end = component.getFirstProperty('dtend');
  const duration = component.getFirstProperty('duration');
  const from = timeText(start);
  const to = end === null ? from : (lastDay(end) ?? timeText(end));
  if (to !== from) return `${from} to ${to}`;
  return duration === null ? from : `${from}, for ${durationText(String(duration.getFirstValue()))}`;
}

/** The end of a day's events is the day after; `undefined` for a time of day. */
function lastDay(end: Property): string | undefined {
  const time = end.getFirstValue() as Time;
  if (!time.isDate) return undefined;
  const last = time.clone();
  last.adjust(-1, 0, 0, 0);
  return last.toString();
}

/** `2025-06-02 09:30 Europe/Berlin`, `2025-06-02`. */
function timeText(property: Property | null): string {
  if (property === null) return '';
  const zone = property.getFirstParameter('tzid');
  const values = property.getValues().map((value) => {
    const written = String(value).replace(/T(\d\d:\d\d)(?::00)?/, ' $1');
    return written.endsWith('Z') ? `${written.slice(0, -1)} UTC` : `${written}${zone ? ` ${zone}` : ''}`;
  });
  return values.join(', ');
}

/** A time without a known zone counts as UTC, so that it does not depend on where it is read. */
function epochSeconds(property: Property): number | undefined {
  const value = property.getFirstValue() as Time | null;
  const seconds = typeof value?.toUnixTime === 'function' ? value.toUnixTime() : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}

const DURATION_UNITS: readonly (readonly [letter: RegExp, name: string])[] = [
  [/(\d{1,9})W/, 'week'],
  [/(\d{1,9})D/, 'day'],
  [/(\d{1,9})H/, 'hour'],
  [/(\d{1,9})M/, 'minute'],
  [/(\d{1,9})S/, 'second'],
];

function durationText(duration: string): string {
  const parts = DURATION_UNITS.flatMap(([letter, name]) => {
    const count = Number(letter.exec(duration)?.[1] ?? 0);
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`];
  });
  return parts.join(' ') || duration;
}

/** `weekly on MO, WE until 2025-09-01`. */
function ruleText(property: Property): string {
  const { freq, interval, count, until, parts } = property.getFirstValue() as Recur;
  const every = interval > 1 ? `${freq.toLowerCase()}, every ${interval}` : freq.toLowerCase();
  const on = Object.entries(parts as Readonly<Record<string, readonly unknown[]>>)
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(
      ([name, values]) => `${name === 'BYDAY' ? 'on' : name.toLowerCase().replace('by', 'by ')} ${values.join(', ')}`,
    );
  return [every, ...on, ...(count ? [`${count} times`] : []), ...(until ? [`until ${until}`] : [])].join(' ');
}
