/** What a page is called: its id, and the address at which people read it. */
export interface PageAddress {
  readonly id: string;
  readonly url: string;
}

/** Id and address of a chunk as the files of its page have them. */
interface AddressBelow {
  /** What the id has after the page's. */
  readonly id: string;
  /** The address without the page's; whole where it does not begin with that. `undefined` where it has the anchor of the id. */
  readonly url: string | undefined;
}

/** Id and address of a chunk without those of its page. */
export function addressBelow({ id, url }: PageAddress, page: PageAddress): AddressBelow {
  const ownId = id.slice(page.id.length);
  const below = url.startsWith(page.url) ? url.slice(page.url.length) : url;
  const ownUrl = isBelow(below) ? below : url;
  return { id: ownId, url: ownUrl === anchorOf(ownId) ? undefined : ownUrl };
}

/** Id and address of a chunk, by what `addressBelow` gives of them. */
export function wholeAddress({ id, url = anchorOf(id) }: AddressBelow, page: PageAddress): PageAddress {
  return { id: page.id + id, url: isBelow(url) ? page.url + url : url };
}

/** Several chunks of one section have its anchor and a number. */
function anchorOf(id: string): string {
  return id.replace(/~\d+$/, '');
}

function isBelow(url: string): boolean {
  return url === '' || url.startsWith('#');
}
