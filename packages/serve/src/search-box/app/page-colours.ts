/** Luminance between black and white, as people see it. */
const MIDDLE_GREY = 0.18;
/** Least contrast of text with its background: level AA of WCAG 2.2. */
const MIN_CONTRAST = 4.5;

/**
 * Gives a dialog the page's scheme, font and colours.
 *
 * @param theme `light` or `dark` for that one, whatever the page is; its colours are then the browser's
 */
export function paintAsPage({ dataset, style }: HTMLElement, theme: string | null): void {
  const isSet = theme === 'light' || theme === 'dark';
  const scheme = isSet ? theme : pageScheme();
  const page = getComputedStyle(document.body);
  const background = paintedBackground();
  const isReadable = !isSet && background !== undefined && contrast(page.color, background) >= MIN_CONTRAST;
  const link = document.querySelector(':is(main, article, body) a[href]');
  const accent = link === null ? page.color : getComputedStyle(link).color;
  const values: Record<string, string | undefined> = {
    '--page-font': page.fontFamily,
    '--page-background': isReadable ? background : undefined,
    '--page-text': isReadable ? page.color : undefined,
    '--page-accent': isReadable ? (contrast(accent, background) >= MIN_CONTRAST ? accent : page.color) : undefined,
  };
  dataset['scheme'] = scheme;
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value ?? '');
}

/** The colour below the page's text, where one is painted. */
function paintedBackground(): string | undefined {
  return [document.body, document.documentElement]
    .map((painted) => getComputedStyle(painted).backgroundColor)
    .find((colour) => luminanceOf(colour) !== undefined);
}

/** Contrast by WCAG 2.2, from 1 to 21; 1 for colours that are not in RGB. */
function contrast(first: string, second: string): number {
  const [low, high] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => (a ?? 0) - (b ?? 0));
  return low === undefined || high === undefined ? 1 : (high + 0.05) / (low + 0.05);
}

/**
 * Whether the page around the box is light or dark: as it declares itself, else by its background. A page that does not follow
 * the system, or follows a switch of its own, is not what `prefers-color-scheme` says.
 */
function pageScheme(): 'light' | 'dark' {
  const { documentElement: root, body } = document;
  const declared = getComputedStyle(root).colorScheme;
  if (declared === 'light' || declared === 'dark') return declared;
  for (const painted of [body, root]) {
    const luminance = painted && luminanceOf(getComputedStyle(painted).backgroundColor);
    if (typeof luminance === 'number') return luminance < MIDDLE_GREY ? 'dark' : 'light';
  }
  // Nothing is painted below it: then the browser's own background is.
  return declared.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Relative luminance by WCAG 2.2, from 0 to 1; `undefined` for what is transparent or not in RGB. */
function luminanceOf(colour: string): number | undefined {
  const [red, green, blue, alpha = 1] = /^rgba?\((.+)\)$/.exec(colour)?.[1]?.split(',').map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return undefined;
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
