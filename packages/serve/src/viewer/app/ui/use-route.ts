import { useCallback, useEffect, useState } from 'preact/hooks';
import { formatRoute, parseRoute, type Route } from '../route.js';
import { newEntryState } from './scroll-memory.js';

/** How to go to a place. */
export interface NavigateOptions {
  /** Leaves no step to go back to. */
  readonly replace?: boolean;
  /** It is a search, which `leaveSearch` ends by going back to where it began. */
  readonly beginsSearch?: boolean;
}

/** Goes to a place. */
export type Navigate = (route: Partial<Route>, options?: NavigateOptions) => void;

/** Ends a search: back to where it began, at the same scroll position, or to the topic that its address names. */
export function leaveSearch(route: Route, navigate: Navigate): void {
  if ((history.state as { readonly beginsSearch?: boolean } | null)?.beginsSearch) history.back();
  else navigate({ ...route, query: undefined, isWithinTopic: undefined, kind: undefined, isContext: undefined });
}

/** The place that the address names, and how to go to another. */
export function useRoute(): readonly [Route, Navigate] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => {
      // Another fragment points to an element of the page that is shown.
      if (location.hash === '' || location.hash.startsWith('#/')) setRoute(parseRoute(location.hash));
    };
    addEventListener('hashchange', follow);
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('popstate', follow);
    };
  }, []);
  const navigate = useCallback<Navigate>((to, { replace = false, beginsSearch = false } = {}) => {
    const address = formatRoute(to);
    if (replace) history.replaceState(history.state, '', address);
    else history.pushState({ ...newEntryState(), beginsSearch }, '', address);
    setRoute(parseRoute(address));
  }, []);
  return [route, navigate];
}
