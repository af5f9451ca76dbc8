import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { formatRoute, type Route } from '../route.js';
import { Icon } from './icon.js';
import { currentTheme, nextTheme } from './theme.js';
import type { Navigate } from './use-route.js';

interface TopBarProps {
  readonly title: string;
  readonly route: Route;
  readonly navigate: Navigate;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly isTreeOpen: boolean;
  onTree(): void;
  onHelp(): void;
}

export function TopBar({ title, route, navigate, searchBox, isTreeOpen, onTree, onHelp }: TopBarProps) {
  const [theme, setTheme] = useState(currentTheme);
  const leaveSearch = () => navigate({ ...route, query: undefined, isWithinTopic: undefined, kind: undefined });
  const ask = (query: string): void => {
    if (query === '') leaveSearch();
    else navigate({ ...route, query, chunk: undefined }, { replace: route.query !== undefined });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      document.querySelector<HTMLElement>('.results a')?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      leaveSearch();
      searchBox.current?.blur();
    }
  };
  return (
    <header class="bar">
      <button
        type="button"
        class="icon-button tree-toggle"
        aria-expanded={isTreeOpen}
        aria-label="Topics"
        onClick={onTree}
      >
        <Icon name="menu" />
      </button>
      <a class="home" href={formatRoute({ id: '' })}>
        {title}
      </a>
      <search class="search">
        <Icon name="search" />
        <input
          ref={searchBox}
          type="search"
          placeholder="Ask, or search for words"
          aria-label="Search"
          autocomplete="off"
          spellcheck={false}
          value={route.query ?? ''}
          onInput={({ currentTarget }) => ask(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <kbd>/</kbd>
      </search>
      <button
        type="button"
        class="icon-button"
        aria-label={`Colours: ${theme}`}
        title={`Colours: ${theme}`}
        onClick={() => setTheme(nextTheme())}
      >
        <Icon name={theme} />
      </button>
      <button type="button" class="icon-button" aria-label="Keys" title="Keys" onClick={onHelp}>
        <Icon name="keys" />
      </button>
    </header>
  );
}
