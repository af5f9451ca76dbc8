/**
 * Whether the page around the box is light or dark: as it declares itself, else by its background. A page that does not follow
 * the system, or follows a switch of its own, is not what `prefers-color-scheme` says.
 */
export function pageScheme(): 'light' | 'dark' {
  const { documentElement: root, body } = document;
  const declared = getComputedStyle(root).colorScheme;
  if (declared === 'light' || declared === 'dark') return declared;
  for (const painted of [body, root]) {
    const luminance = painted && luminanceOf(getComputedStyle(painted).backgroundColor);
    if (typeof luminance === 'number') return luminance < 0.5 ? 'dark' : 'light';
  }
  // Nothing is painted below it: then the browser's own background is.
  return declared.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls back when the page may have become light or dark; returns what ends it. */
export function onPageScheme(change: () => void): () => void {
  const observer = new MutationObserver(change);
  for (const element of [document.documentElement, document.body]) {
    if (element !== null) observer.observe(element, { attributes: true });
  }
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', change);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', change);
  };
}

/** From 0 to 1; `undefined` for what is transparent or not in RGB. */
function luminanceOf(colour: string): number | undefined {
  const [red, green, blue, alpha = 1] = /^rgba?\((.+)\)$/.exec(colour)?.[1]?.split(',').map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return undefined;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}
