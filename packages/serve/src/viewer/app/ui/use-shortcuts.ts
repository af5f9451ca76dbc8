import { useEffect, useRef } from 'preact/hooks';

/** What keys do wherever no text is typed. */
export interface Shortcuts {
  search(): void;
  help(): void;
  home(): void;
  leave(): void;
}

const ACTIONS: Readonly<Record<string, keyof Shortcuts>> = { '/': 'search', '?': 'help', h: 'home', Escape: 'leave' };

export function useShortcuts(shortcuts: Shortcuts): void {
  useKeys(Object.fromEntries(Object.entries(ACTIONS).map(([key, action]) => [key, () => shortcuts[action]()])));
}

/** Listens to single keys, by their names, as long as no text is typed and no dialog is open. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      const action = Object.hasOwn(current.current, event.key) ? current.current[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isTextField = target instanceof HTMLInputElement && target.type !== 'range' && target.type !== 'radio';
  return isTextField ? key !== 'Escape' || target.value !== '' : target.isContentEditable;
}
