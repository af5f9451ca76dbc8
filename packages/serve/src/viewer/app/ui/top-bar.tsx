import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { formatRoute, type Route } from '../route.js';
import { Icon } from './controls.js';
import { currentTheme, nextTheme } from './theme.js';
import { leaveSearch, type Navigate } from './use-route.js';

interface TopBarProps {
  readonly title: string;
  readonly route: Route;
  readonly navigate: Navigate;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly treeToggle: RefObject<HTMLButtonElement | null>;
  readonly isTreeOpen: boolean;
  onTree(): void;
  onHelp(): void;
}

export function TopBar({ title, route, navigate, searchBox, treeToggle, isTreeOpen, onTree, onHelp }: TopBarProps) {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <header class="bar">
      <button
        ref={treeToggle}
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
      <SearchBox route={route} navigate={navigate} searchBox={searchBox} />
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

function SearchBox({ route, navigate, searchBox }: Pick<TopBarProps, 'route' | 'navigate' | 'searchBox'>) {
  const ask = (query: string): void => {
    const isSearching = route.query !== undefined;
    navigate({ ...route, query }, { replace: isSearching, beginsSearch: !isSearching });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      document.querySelector<HTMLElement>('.results a')?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (route.query !== undefined) leaveSearch(route, navigate);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  };
  return (
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
  );
}
