import { type ContinuityToken, formatToken } from './continuity-token.js';

/** A page as schema.org's CreativeWork. `continuityToken` is no term of schema.org; the others are. */
export interface PageJsonLd {
  readonly '@context': 'https://schema.org';
  readonly '@type': 'CreativeWork';
  readonly '@id': string;
  readonly name: string;
  readonly position: number;
  readonly isBasedOn: string;
  readonly pagination: string;
  readonly continuityToken: { readonly '@type': 'PropertyValue'; readonly name: 'CT'; readonly value: string };
}

/**
 * @param baseUrl address of the document, without a slash at its end
 * @param position from 1 on
 */
export function pageJsonLd(
  token: ContinuityToken,
  name: string,
  baseUrl: string,
  position: number,
  pageCount: number,
): PageJsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    '@id': `${baseUrl}/${token.id}`,
    name,
    position,
    isBasedOn: baseUrl,
    pagination: `${position}/${pageCount}`,
    continuityToken: { '@type': 'PropertyValue', name: 'CT', value: formatToken(token) },
  };
}
