/**
 * What the page does: shows the details of the chunk that is pointed at or focused, moves the focus with the arrow keys,
 * and keeps two panes at the same place of the text while one of them scrolls.
 */
export const PAGE_SCRIPT = `
'use strict';
const panes = [...document.querySelectorAll('.pane')].map((element) => ({
  element,
  scroll: element.querySelector('.scroll'),
  items: [...element.querySelectorAll('.item')],
  spans: [...element.querySelectorAll('.src > span')],
}));
const why = document.querySelector('.why');
const whyBody = why.querySelector('.why-body');
const hint = whyBody.firstElementChild;
const tabs = [...document.querySelectorAll('.tabs button')];
const narrow = matchMedia('(max-width: 760px)');
let selected;
let driver = panes[0];
let current = panes[0];

const startOf = (item) => Number(item.dataset.start);
const endOf = (item) => Number(item.dataset.end);
const paneOf = (item) => panes.find(({ element }) => element.contains(item));

function show(item) {
  const shown = item ? document.getElementById(item.id + '-d').cloneNode(true) : hint;
  if (item) { shown.hidden = false; shown.removeAttribute('id'); }
  whyBody.replaceChildren(shown);
  why.scrollTop = 0;
  for (const near of document.querySelectorAll('.near, .map .on')) near.classList.remove('near', 'on');
  if (!item) return;
  const pane = paneOf(item);
  pane.element.querySelector('.map [href="#' + item.id + '"]')?.classList.add('on');
  for (const other of panes) {
    if (other === pane) continue;
    for (const candidate of other.items)
      if (startOf(candidate) < endOf(item) && endOf(candidate) > startOf(item)) candidate.classList.add('near');
  }
}

function select(item) {
  if (selected) { selected.classList.remove('on'); selected.tabIndex = -1; }
  selected = item;
  why.classList.toggle('open', Boolean(item));
  show(item);
  for (const { items } of panes) if (items[0] && !items.includes(item)) items[0].tabIndex = 0;
  if (!item) { history.replaceState(null, '', location.pathname + location.search); return; }
  for (const candidate of paneOf(item).items) candidate.tabIndex = -1;
  item.tabIndex = 0;
  item.classList.add('on');
  current = paneOf(item);
  history.replaceState(null, '', '#' + item.id);
}

function go(item) {
  if (!item) return;
  driver = paneOf(item);
  if (driver !== current) activate(driver);
  item.focus({ preventScroll: true });
  if (selected !== item) select(item);
  item.scrollIntoView({ block: item.offsetHeight > driver.scroll.clientHeight * 0.7 ? 'start' : 'nearest' });
}

function itemAt(pane, offset) {
  const leaves = pane.items.filter((item) => item.matches('.chunk'));
  return leaves.find((item) => endOf(item) > offset) ?? leaves.at(-1);
}

/* The place in the text that is a third down in a pane, and the way back. */
const readingLine = ({ scroll }) => scroll.getBoundingClientRect().top + scroll.clientHeight / 3;

function lastWhere(list, isBefore) {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isBefore(list[middle])) low = middle; else high = middle - 1;
  }
  return list[low];
}

function offsetAt(pane, y) {
  const span = lastWhere(pane.spans, (candidate) => candidate.getBoundingClientRect().top <= y);
  if (!span) return 0;
  const { top, height } = span.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (y - top) / (height || 1)));
  return Number(span.dataset.o) + share * span.textContent.length;
}

function yOf(pane, offset) {
  const span = lastWhere(pane.spans, (candidate) => Number(candidate.dataset.o) <= offset);
  if (!span) return 0;
  const { top, height } = span.getBoundingClientRect();
  return top + Math.min(1, Math.max(0, (offset - Number(span.dataset.o)) / (span.textContent.length || 1))) * height;
}

function align(pane, offset) {
  const { scroll } = pane;
  scroll.scrollTop += yOf(pane, offset) - readingLine(pane);
}

function follow() {
  const { scroll } = driver;
  for (const pane of panes) {
    if (pane === driver || pane.element.offsetParent === null) continue;
    if (scroll.scrollTop <= 0) pane.scroll.scrollTop = 0;
    else if (scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 1) pane.scroll.scrollTop = pane.scroll.scrollHeight;
    else align(pane, offsetAt(driver, readingLine(driver)));
  }
}

/* On a narrow screen one pane is shown at a time, each at the place of the other. */
function activate(pane) {
  const before = current;
  const offset = narrow.matches && before !== pane ? offsetAt(before, readingLine(before)) : undefined;
  current = pane;
  panes.forEach((candidate, i) => {
    candidate.element.classList.toggle('off', candidate !== pane);
    tabs[i]?.setAttribute('aria-pressed', String(candidate === pane));
  });
  driver = pane;
  if (offset !== undefined) align(pane, offset);
}

let waiting = false;
for (const pane of panes) {
  for (const name of ['pointerenter', 'wheel', 'touchstart', 'focusin'])
    pane.element.addEventListener(name, () => { driver = pane; }, { passive: true });
  pane.scroll.addEventListener('scroll', () => {
    if (pane !== driver || waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; follow(); });
  }, { passive: true });
  pane.scroll.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') show(event.target.closest('.item') ?? selected);
  });
  pane.scroll.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') show(selected); });
  pane.scroll.addEventListener('focusin', (event) => {
    const item = event.target.closest('.item');
    if (item && item !== selected) select(item);
  });
  pane.scroll.addEventListener('click', (event) => {
    const item = event.target.closest('.item');
    if (item && getSelection().isCollapsed) {
      item.focus({ preventScroll: true });
      select(item);
      if (narrow.matches) item.scrollIntoView({ block: 'start', behavior: 'smooth' });
    }
  });
  pane.element.querySelector('.map').addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    go(document.getElementById(link.hash.slice(1)));
  });
}
tabs.forEach((tab, i) => tab.addEventListener('click', () => activate(panes[i])));
why.querySelector('.close').addEventListener('click', () => select(undefined));

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const pane = selected ? paneOf(selected) : current;
  const at = selected ? pane.items.indexOf(selected) : -1;
  const other = panes[(panes.indexOf(pane) + 1) % panes.length];
  const aside = () => (other === pane ? undefined : go(itemAt(other, selected ? startOf(selected) : 0)));
  const moves = {
    ArrowDown: () => go(pane.items[at + 1]),
    j: () => go(pane.items[at + 1]),
    ArrowUp: () => go(pane.items[at - 1]),
    k: () => go(pane.items[at - 1]),
    Home: () => go(pane.items[0]),
    End: () => go(pane.items.at(-1)),
    ArrowLeft: aside,
    ArrowRight: aside,
    Escape: () => { selected?.blur(); select(undefined); },
  };
  if (!Object.hasOwn(moves, event.key) || event.target.matches('button')) return;
  event.preventDefault();
  moves[event.key]();
});

for (const { items } of panes) if (items[0]) items[0].tabIndex = 0;
if (panes.length > 1) panes[1].element.classList.add('off');
const wanted = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
if (wanted?.matches('.item')) go(wanted);
`;
