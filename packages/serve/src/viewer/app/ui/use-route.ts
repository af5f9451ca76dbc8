import { useCallback, useEffect, useState } from 'preact/hooks';
import { formatRoute, parseRoute, type Route } from '../route.js';

/** Goes to a place; `replace` leaves no step to go back to. */
export type Navigate = (route: Partial<Route>, options?: { readonly replace?: boolean }) => void;

/** The place that the address names, and how to go to another. */
export function useRoute(): readonly [Route, Navigate] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => {
      // Another fragment leads to an element of the page that is shown.
      if (location.hash === '' || location.hash.startsWith('#/')) setRoute(parseRoute(location.hash));
    };
    addEventListener('hashchange', follow);
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('popstate', follow);
    };
  }, []);
  const navigate = useCallback<Navigate>((to, { replace = false } = {}) => {
    const address = formatRoute(to);
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    setRoute(parseRoute(address));
  }, []);
  return [route, navigate];
}
