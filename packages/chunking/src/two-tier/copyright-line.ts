const MAX_LENGTH = 200;
const MAX_RESERVED_LENGTH = 100;
const NOTICE = /^(?:copyright\s?(?:©|\(c\)|:?\s?\d{4}|by\s)|(?:©|\(c\))\s?(?:copyright\s?)?(?:\d{4}|by\s))/i;
const RESERVED = /\ball rights reserved\b/i;

/** Whether a trimmed line is a copyright notice: `Copyright © 2017 …`, `© 2017 …`, `… All rights reserved.` */
export function isCopyrightLine(line: string): boolean {
  if (line.length > MAX_LENGTH) return false;
  return NOTICE.test(line) || (line.length <= MAX_RESERVED_LENGTH && RESERVED.test(line));
}
