import { decodeIfValid } from '@topicmill/base/paths';
import { Icon } from './icon.js';

/**
 * A link to the page of the site where people read a chunk or topic, with the anchor of its heading; the text alone where
 * the docs do not say which site that is. Docs may be anybody's: no other address becomes a link.
 */
export function SiteLink({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return null;
  if (!/^https?:\/\//i.test(url)) return <span class="site-link">{url}</span>;
  const { pathname, hash } = new URL(url);
  return (
    <a class="site-link" href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {`${decodeIfValid(pathname)}${decodeIfValid(hash)}`} <Icon name="open" />
    </a>
  );
}
