import { readableTime } from './readable-text.js';

/** Orders in which programs write a date. */
type DateOrder = 'day' | 'month' | 'year';

/** The numbers of a stamp, in the order in which they are written. */
interface StampNumbers {
  readonly date: readonly [number, number, number];
  readonly time: readonly [hour: number, minute: number, second: number];
  readonly separator: string;
  readonly hasDayPeriod: boolean;
}

const AFTERNOON =
  /p\.?\s?m\b|下午|晚上|中午|傍晚|午後|오후|μ\.?\s?μ|ÖS|öö?s|^CH$|\bCH\b|(?:^|\s)م(?:\s|$)|ب\.ظ|अपराह्न|অপরাহ্ণ|பிற்பகல்|म\.\s?उ/iu;
const MORNING =
  /a\.?\s?m\b|上午|凌晨|早上|清晨|午前|오전|π\.?\s?μ|ÖÖ|\bSA\b|(?:^|\s)ص(?:\s|$)|ق\.ظ|पूर्वाह्न|முற்பகல்|म\.\s?पू/iu;
const DATE = /(\d{1,4})([./年년-])\s?(\d{1,2})(?:[./月월-])\s?(\d{1,4})/u;
const TIME = /(\d{1,2})(?:[:.٫]|\sh\s)(\d{2})(?:[:.٫](\d{2}))?(?:[.,]\d+)?/u;
/** Years of the calendar of Thailand are 543 ahead. */
const BUDDHIST_OFFSET = 543;

/**
 * The times of a chat's messages, as they are written: the order of day and month is the one in which the messages follow
 * one another, and where several do, the one that is usual with the signs between them. Without a zone UTC is meant.
 *
 * @returns ISO 8601 in UTC; `undefined` for a stamp without a date, or of a calendar that is not read
 */
export function chatTimes(stamps: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const numbers = stamps.map((stamp) => (stamp === undefined ? undefined : stampNumbers(stamp)));
  const given = numbers.filter((each) => each !== undefined);
  if (given.length === 0) return stamps.map((stamp) => wordedTime(stamp));
  const orders = possibleOrders(given);
  const best = orders.find((order) => isAscending(given.map((each) => epochMilliseconds(each, order)))) ?? orders[0]!;
  return numbers.map((each) => (each === undefined ? undefined : readableTime(epochMilliseconds(each, best))));
}

function stampNumbers(stamp: string): StampNumbers | undefined {
  const text = latinDigits(stamp);
  const date = DATE.exec(text);
  if (date === null) return undefined;
  const time = TIME.exec(text.slice(0, date.index)) ?? TIME.exec(text.slice(date.index + date[0].length));
  if (time === null) return undefined;
  const isAfternoon = AFTERNOON.test(text);
  const isMorning = !isAfternoon && MORNING.test(text);
  const written = Number(time[1]);
  const hour = isAfternoon && written < 12 ? written + 12 : isMorning && written === 12 ? 0 : written;
  return {
    date: [Number(date[1]), Number(date[3]), Number(date[4])],
    time: [hour, Number(time[2]), Number(time[3] ?? 0)],
    separator: date[2]!,
    hasDayPeriod: isAfternoon || isMorning,
  };
}

/** Orders that all dates fit, the likeliest first: only English writes the month first, with slashes and am or pm. */
function possibleOrders(stamps: readonly StampNumbers[]): readonly DateOrder[] {
  const isMonthFirst = stamps.some(({ separator, hasDayPeriod }) => separator === '/' && hasDayPeriod);
  const likeliest: readonly DateOrder[] = isMonthFirst ? ['month', 'day', 'year'] : ['day', 'month', 'year'];
  const fitting = likeliest.filter((order) => stamps.every(({ date }) => fits(date, order)));
  return fitting.length > 0 ? fitting : ['day'];
}

function fits(date: StampNumbers['date'], order: DateOrder): boolean {
  const { year, month, day } = parts(date, order);
  if ((order === 'year') !== date[0] > 31) return false;
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function parts([first, second, third]: StampNumbers['date'], order: DateOrder) {
  if (order === 'year') return { year: first, month: second, day: third };
  return order === 'day' ? { year: third, month: second, day: first } : { year: third, month: first, day: second };
}

function epochMilliseconds({ date, time: [hour, minute, second] }: StampNumbers, order: DateOrder): number {
  const { year: written, month, day } = parts(date, order);
  const year = written < 100 ? 2000 + written : written > 2400 ? written - BUDDHIST_OFFSET : written;
  // Years of the calendars of Iran and Arabia are not read.
  return year < 1970 ? Number.NaN : Date.UTC(year, month - 1, day, hour, minute, second);
}

function isAscending(times: readonly number[]): boolean {
  return times.every((time, at) => at === 0 || time >= times[at - 1]!);
}

/** A time with the name of a month, as English and ISO write it. */
function wordedTime(stamp: string | undefined): string | undefined {
  if (stamp === undefined || !/\d{4}/.test(stamp)) return undefined;
  return readableTime(Date.parse(/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/.test(stamp) ? stamp : `${stamp} UTC`));
}

/** Decimal digits of any script as those of ASCII. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    // Blocks of ten begin at 0, in the scripts of India at 6.
    const isIndic = code >= 0x900 && code < 0xe00;
    return String((code - (isIndic ? 6 : 0)) & 15);
  });
}
