/** A box that keys open and close. */
export interface KeyedBox {
  /** A letter that opens it with Ctrl or ⌘, in lower case; empty for none. */
  readonly shortcut: string;
  readonly isOpen: boolean;
  /** Whether the page shows it: one in a menu that is closed, or for screens of another width, is not. */
  readonly isRendered: boolean;
  open(query?: string): void;
  close(): void;
}

/** The boxes of the page, in the order in which they came. */
const boxes = new Set<KeyedBox>();

/** Makes a box one of those that keys and addresses open; returns what ends it. */
export function registerBox(box: KeyedBox): () => void {
  if (boxes.size === 0) document.addEventListener('keydown', handleKey);
  boxes.add(box);
  return () => {
    boxes.delete(box);
    if (boxes.size === 0) document.removeEventListener('keydown', handleKey);
  };
}

/** The box that is open, else the first one that is rendered and fits. */
export function activeBox(fits: (box: KeyedBox) => boolean = () => true): KeyedBox | undefined {
  const all = [...boxes];
  return all.find(({ isOpen }) => isOpen) ?? all.find((box) => box.isRendered && fits(box));
}

/** One listener for all boxes: sites have their header twice, and one event opens one box. */
function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  if (event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
  const isFor = ({ shortcut }: KeyedBox): boolean => shortcut !== '' && event.key.toLowerCase() === shortcut;
  const box = activeBox(isFor);
  if (box === undefined || !isFor(box)) return;
  event.preventDefault();
  if (box.isOpen) box.close();
  else box.open();
}
