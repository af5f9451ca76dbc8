import { type ContinuityToken, formatToken } from './continuity-token.js';

/** A page as a schema.org CreativeWork. `continuityToken` is an addition; the other terms are those of schema.org. */
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

/** What the JSON-LD of a page says. */
export interface PageDescription {
  readonly token: ContinuityToken;
  readonly name: string;
  /** Address of the document, without a slash at its end. */
  readonly baseUrl: string;
  /** 1-based. */
  readonly position: number;
  readonly pageCount: number;
}

/** The JSON-LD of a page. */
export function pageJsonLd({ token, name, baseUrl, position, pageCount }: PageDescription): PageJsonLd {
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
