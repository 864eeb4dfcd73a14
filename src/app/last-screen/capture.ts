import { isAppPath, type SavedNode } from '../../lib/last-screen.ts';

/** Elements that are stored. All others are left out with their content, or replaced by an empty box of their size. */
const allowedTags = new Set(
  (
    'a abbr address article aside b bdi blockquote br button caption cite code col colgroup dd del details dfn div dl dt ' +
    'em fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark ' +
    'meter nav ol optgroup option output p picture pre progress q s samp search section select small span strong sub ' +
    'summary sup table tbody td textarea tfoot th thead time tr u ul var wbr ' +
    'svg circle defs ellipse g line path polygon polyline rect text tspan'
  ).split(' '),
);

/** Elements that are replaced by an empty box with the same classes. */
const boxedTags = new Set(['audio', 'canvas', 'video']);

const allowedAttributes = new Set(
  (
    'class style href src dir lang hidden disabled open placeholder type rows cols size colspan rowspan scope ' +
    'width height viewBox preserveAspectRatio fill stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset ' +
    'fill-rule clip-rule opacity transform d cx cy r rx ry x y x1 y1 x2 y2 points text-anchor font-size max min'
  ).split(' '),
);

/** Attributes by which style sheets select elements. */
const styledAttributes =
  /^data-[\w-]+$|^aria-(?:current|selected|pressed|expanded|checked|disabled|invalid|sort)$|^role$/;

function isAllowed(name: string, value: string): boolean {
  if (name === 'href') return isAppPath(value);
  // A blob: URL of a picture is no longer valid at the next start.
  if (name === 'src') return /^\/(?!\/)/.test(value);
  // A style with one of these parts could load a file.
  if (name === 'style') return !/url\(|image-set\(|expression|@import/i.test(value);
  return allowedAttributes.has(name) || styledAttributes.test(name);
}

const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    [...element.attributes].flatMap(({ name, value }) => (isAllowed(name, value) ? [[name, value]] : [])),
  );

/** Whether an element, or at least its content, may be in the visible part of the page. */
function isInView(element: Element): boolean {
  // An element without a box of its own is not visible either, but its content may be.
  if (getComputedStyle(element).display === 'contents') return true;
  if (!element.checkVisibility()) return false;
  return element.getBoundingClientRect().top < innerHeight;
}

/** Links to the sync centre describe the state of sync, which may be wrong at the next start. */
const SYNC_LINK = 'a[href="/sync"]';
const STATUS = `${SYNC_LINK}:has([role="status"])`;
/** Rows of a screen that describe the state of sync. The link in the menu does not describe it, so it is stored. */
const SYNC_ROW = `main li:has(${SYNC_LINK}), main ${SYNC_LINK}:not(li *)`;

/**
 * Returns how the sync status is stored: with the same width, but in the neutral colour, without an icon, and with the
 * text `unknown`.
 */
function captureStatus(element: Element, unknown: string): SavedNode {
  const label = element.querySelector('[role="status"]')?.parentElement ?? element;
  const width = Math.round(element.getBoundingClientRect().width);
  const style = `min-width: ${width}px; justify-content: center`;
  const attributes = { ...attributesOf(element), 'data-tone': 'neutral', 'data-busy': 'false', style };
  return ['a', attributes, ['span', attributesOf(label), unknown]];
}

/**
 * Returns the visible part of an element, without anything that could be executed, that a user has typed, or that is
 * valid only while the page is open. `unknown` replaces the sync status. Returns null if the element is not visible.
 */
export function capture(element: Element, unknown: string): SavedNode | null {
  const tag = element.localName;
  if (boxedTags.has(tag)) return ['div', attributesOf(element)];
  if (!allowedTags.has(tag) || !isInView(element)) return null;
  if (element.matches(STATUS)) return captureStatus(element, unknown);
  // A row that describes the state of sync keeps its place, but is made invisible.
  const attributes = { ...attributesOf(element), ...(element.matches(SYNC_ROW) && { style: 'visibility: hidden' }) };
  // What somebody has typed is not stored.
  return [tag, attributes, ...(tag === 'textarea' ? [] : captureChildren(element, unknown))];
}

function captureChildren(element: Element, unknown: string): SavedNode[] {
  const nodes: SavedNode[] = [];
  for (const node of element.childNodes) {
    const saved = node instanceof Element ? capture(node, unknown) : node instanceof Text && node.data;
    if (saved) nodes.push(saved);
  }
  return nodes;
}
