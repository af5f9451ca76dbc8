import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface TreeDrawerProps {
  /** Of narrow screens; on wide ones the list is always shown. */
  readonly isOpen: boolean;
  /** What opens it, and gets the focus back. */
  readonly toggle: RefObject<HTMLElement | null>;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** The list of topics: a column, and on narrow screens a drawer, which has the focus to itself while it is open. */
export function TreeDrawer({ isOpen, toggle, children, onClose }: TreeDrawerProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const target = nav.current!.querySelector<HTMLElement>('a[aria-current]') ?? nav.current!.querySelector('a');
    (target ?? nav.current!).focus();
    const covered = [...document.querySelectorAll<HTMLElement>('#main, .side, .search, .home')];
    for (const each of covered) each.inert = true;
    return () => {
      for (const each of covered) each.inert = false;
      if (nav.current!.contains(document.activeElement) || document.activeElement === document.body) {
        toggle.current?.focus();
      }
    };
  }, [isOpen]);
  return (
    <>
      <nav class="tree" aria-label="Topics" ref={nav} tabIndex={-1}>
        {children}
      </nav>
      {isOpen && <button type="button" class="veil" aria-label="Close the list of topics" onClick={onClose} />}
    </>
  );
}
