import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNode, paintScreen } from '../../../src/boot/paint-screen.ts';
import type { SavedNode, SavedScreen } from '../../../src/lib/last-screen.ts';

const screen: SavedScreen = {
  build: '',
  look: '',
  width: 0,
  db_version: 150,
  is_home: false,
  styles: ['/assets/a.css'],
  variables: { '--bar': '57px' },
  content: ['div', { class: 'frame' }, ['a', { href: '/contacts/1' }, 'Anna']],
};

let shadow: ShadowRoot;
beforeEach(() => {
  const { attachShadow } = Element.prototype;
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function attach(this: Element, init) {
    expect(init.mode).toBe('closed');
    shadow = attachShadow.call(this, init);
    return shadow;
  });
});
afterEach(() => document.body.replaceChildren());

const sendToLinks = (type: string): void => {
  for (const link of shadow.querySelectorAll('link')) link.dispatchEvent(new Event(type));
};

test('a painted screen is hidden until its style sheets are loaded, and is inert for keyboard and screen readers', async () => {
  const painting = paintScreen(screen);
  const host = document.body.lastElementChild as HTMLElement;
  expect(host.style.visibility).toBe('hidden');
  expect([...shadow.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual(['/assets/a.css']);
  sendToLinks('load');
  const painted = await painting;
  expect(painted.host).toBe(host);
  expect([host.inert, host.style.position]).toEqual([true, 'fixed']);
  expect(host.style.getPropertyValue('--bar')).toBe('57px');
  expect(shadow.querySelector('.frame')?.textContent).toBe('Anna');
  expect(document.querySelector('.frame')).toBeNull();
});

test('a painted screen is removed if a style sheet cannot be loaded', async () => {
  const painting = paintScreen(screen);
  sendToLinks('error');
  await expect(painting).rejects.toBeInstanceOf(Event);
  expect(document.body.children).toHaveLength(0);
});

test('finds the element of a painted screen at a point, although the painted screen is inert', async () => {
  const painting = paintScreen(screen);
  sendToLinks('load');
  const { host, elementAt } = await painting;
  const link = shadow.querySelector('a');
  Object.assign(shadow, {
    elementFromPoint: (x: number, y: number) => (host.inert || x !== 3 || y !== 4 ? null : link),
  });
  expect(elementAt(3, 4)).toBe(link);
  expect(host.inert).toBe(true);
});

// The app never stores any of these elements, but the script that paints the screen does not rely on that.
test.each<[string, SavedNode]>([
  ['script', ['script', {}, 'alert(1)']],
  ['style', ['style', {}, 'main { display: none }']],
  ['link', ['link', { href: '/x', rel: 'stylesheet' }]],
  ['base', ['base', { href: '/x' }]],
  ['meta', ['meta', { content: '0' }]],
  ['iframe', ['iframe', { srcdoc: 'x' }]],
  ['object', ['object', { data: '/x' }]],
  ['embed', ['embed', { src: '/x' }]],
  ['form', ['form', { action: '/x' }]],
  ['script in upper case', ['SCRIPT', {}, 'alert(1)']],
])('a painted screen contains no element %s', (_, saved) => {
  expect(createNode(saved).nodeType).toBe(Node.TEXT_NODE);
  expect(createNode(saved).textContent).toBe('');
});

test.each([
  ['onerror', 'alert(1)'],
  ['ONCLICK', 'alert(1)'],
  ['href', 'javascript:alert(1)'],
  ['href', '//other.example'],
  ['href', '/\\other.example'],
  ['src', 'data:text/html,x'],
  ['src', '//other.example'],
  ['srcdoc', 'x'],
  ['xlink:href', '#x'],
])('a painted screen does not set the attribute %s to %s', (name, value) => {
  expect((createNode(['a', { [name]: value }]) as Element).attributes).toHaveLength(0);
});

test('a painted screen sets styles as a property, because the content security policy forbids the attribute', () => {
  const set = vi.spyOn(Element.prototype, 'setAttribute');
  const node = createNode(['div', { style: 'height: 20px' }]) as HTMLElement;
  expect(node.style.height).toBe('20px');
  expect(set).not.toHaveBeenCalled();
});
