const STORED = 'topicmill-theme';
const THEMES = ['system', 'light', 'dark'] as const;

/** Light or dark as the system says, or as the reader chose. */
export type Theme = (typeof THEMES)[number];

export function currentTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(STORED)) ?? 'system';
  } catch {
    // A browser that keeps nothing for this page.
    return 'system';
  }
}

export function applyTheme(theme: Theme = currentTheme()): void {
  document.documentElement.dataset['theme'] = theme;
}

export function nextTheme(): Theme {
  const theme = THEMES[(THEMES.indexOf(currentTheme()) + 1) % THEMES.length]!;
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // It lasts until the page is closed.
  }
  applyTheme(theme);
  return theme;
}
