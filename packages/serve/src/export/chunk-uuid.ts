import { sha256Hex } from '@topicmill/base/files';

const VARIANT_DIGITS = '89ab';

/**
 * Key of a chunk for databases: a UUID of version 8 (RFC 9562) made from the chunk's own id, or without one from the
 * topic's id and the chunk's index, so that an export replaces what an earlier one brought.
 */
export function chunkUuid(
  topicId: string,
  { id, index }: { readonly id?: string | undefined; readonly index: number },
): string {
  const hex = sha256Hex(id === undefined ? `${topicId}#${index}` : `chunk ${id}`);
  const variant = VARIANT_DIGITS[Number.parseInt(hex[16]!, 16) % VARIANT_DIGITS.length]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
