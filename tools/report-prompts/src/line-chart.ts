/** A line of a chart. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xRange: readonly [number, number];
  readonly yRange: readonly [number, number];
  readonly isPercentX?: boolean;
}

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 64;
const TOP = 40;
const PLOT_WIDTH = 500;
const PLOT_HEIGHT = 320;
const TICK_COUNT = 5;
/** Okabe and Ito's colours, which people with colour blindness tell apart, and grey; they show on white and on black. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#8a8a8a', '#b8a200'];
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];

/** Lines over two axes as SVG; y is a share, shown in percent. The same values give the same bytes. */
export function lineChart(series: readonly Series[], options: ChartOptions): string {
  const { title, xLabel, yLabel, xRange, yRange } = options;
  const x = scale(xRange, LEFT, PLOT_WIDTH);
  const y = (value: number): number => TOP + PLOT_HEIGHT - (scale(yRange, 0, PLOT_HEIGHT)(value) - 0);
  const lines = series.map(({ points }, at) => {
    const path = points
      .filter(([px]) => px >= xRange[0] && px <= xRange[1])
      .map(([px, py]) => `${fixed(x(px))},${fixed(y(Math.min(py, yRange[1])))}`)
      .join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colour(at)}" stroke-width="2"${dashesOf(at)}/>`;
  });
  const legend = series.map(({ name }, at) => {
    const top = TOP + 10 + at * 20;
    const left = LEFT + PLOT_WIDTH + 16;
    return `<line x1="${left}" x2="${left + 20}" y1="${top}" y2="${top}" stroke="${colour(at)}" stroke-width="3"${dashesOf(at)}/>${text(name, left + 26, top + 4)}`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">`,
    `<style>text{fill:#222}.axis{stroke:#999}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>`,
    `<text x="${LEFT}" y="22" font-size="15" font-weight="bold">${escaped(title)}</text>`,
    ...ticks(xRange).map((value) => {
      const label = options.isPercentX ? percent(value) : fixed(value);
      return `<line class="axis" x1="${fixed(x(value))}" x2="${fixed(x(value))}" y1="${TOP + PLOT_HEIGHT}" y2="${TOP + PLOT_HEIGHT + 5}"/>${text(label, x(value), TOP + PLOT_HEIGHT + 18, 'middle')}`;
    }),
    ...ticks(yRange).map(
      (value) =>
        `<line class="axis" stroke-opacity="0.35" x1="${LEFT}" x2="${LEFT + PLOT_WIDTH}" y1="${fixed(y(value))}" y2="${fixed(y(value))}"/>${text(percent(value), LEFT - 6, y(value) + 4, 'end')}`,
    ),
    text(xLabel, LEFT + PLOT_WIDTH / 2, TOP + PLOT_HEIGHT + 40, 'middle'),
    `<text transform="translate(16 ${TOP + PLOT_HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
    ...lines,
    ...legend,
    '</svg>',
  ].join('\n')}\n`;
}

function scale([from, to]: readonly [number, number], start: number, length: number): (value: number) => number {
  return (value) => start + (length * (value - from)) / (to - from);
}

function ticks([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: TICK_COUNT + 1 }, (_, at) => from + ((to - from) * at) / TICK_COUNT);
}

function dashesOf(at: number): string {
  const dash = DASHES[Math.floor(at / COLOURS.length) % DASHES.length]!;
  return dash === '' ? '' : ` stroke-dasharray="${dash}"`;
}

function colour(at: number): string {
  return COLOURS[at % COLOURS.length]!;
}

function percent(value: number): string {
  return `${fixed(100 * value)} %`;
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

function text(content: string, x: number, y: number, anchor = 'start'): string {
  return `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
