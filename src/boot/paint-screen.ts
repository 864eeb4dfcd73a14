import { isAppPath, type SavedNode, type SavedScreen } from '../lib/last-screen.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Elements that could run code, load a page or change this one. The app never stores them. */
const forbiddenTags = /^(?:script|style|link|base|meta|iframe|object|embed|form)$/i;

function setAttribute(element: HTMLElement | SVGElement, name: string, value: string): void {
  // The content security policy forbids the attribute `style`, but not the property.
  if (name === 'style') element.style.cssText = value;
  // Event handlers, and links and pictures of other origins, are left out. The app never stores any.
  else if (
    name === 'href' ? isAppPath(value) : name === 'src' ? /^\/(?!\/)/.test(value) : !/^on|:|^srcdoc$/i.test(name)
  )
    element.setAttribute(name, value);
}

/** Creates the nodes of a stored screen. Nothing in it can be executed. */
export function createNode(saved: SavedNode, namespace?: string): Node {
  if (typeof saved === 'string') return document.createTextNode(saved);
  const [tag, attributes, ...children] = saved;
  if (forbiddenTags.test(tag)) return document.createTextNode('');
  const childNamespace = tag === 'svg' ? SVG : namespace;
  const element = document.createElementNS(childNamespace ?? 'http://www.w3.org/1999/xhtml', tag);
  for (const name in attributes) setAttribute(element as HTMLElement | SVGElement, name, attributes[name] ?? '');
  element.append(...children.map((child) => createNode(child, childNamespace)));
  return element;
}

/** A stored screen that covers the page. */
export interface PaintedScreen {
  host: HTMLElement;
  /** Returns the innermost painted element at a point of the window. */
  elementAt(x: number, y: number): Element | null;
}

/**
 * Covers the page with a stored screen, which stays invisible until the caller changes `visibility` of the host.
 * Resolves when its style sheets are loaded; rejects if one cannot be loaded. The page below keeps the focus and is
 * what screen readers read. The screen is in a closed shadow tree, so that no code of the app finds its elements
 * instead of those of the page.
 */
export async function paintScreen({ styles, variables, content }: SavedScreen): Promise<PaintedScreen> {
  const host = document.createElement('div');
  host.inert = true;
  host.style.cssText =
    'position:fixed;inset:0;z-index:2147483647;overflow:hidden;background:var(--paper);visibility:hidden';
  for (const name in variables) host.style.setProperty(name, variables[name] ?? '');
  const shadow = host.attachShadow({ mode: 'closed' });
  const loadedStyles = styles.map((href) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
    shadow.append(link);
    return new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
  });
  shadow.append(createNode(content));
  document.body.append(host);
  try {
    await Promise.all(loadedStyles);
  } catch (error) {
    host.remove();
    throw error;
  }
  return {
    host,
    elementAt: (x, y) => {
      // `elementFromPoint` never returns an inert element.
      host.inert = false;
      const found = shadow.elementFromPoint(x, y);
      host.inert = true;
      return found;
    },
  };
}
