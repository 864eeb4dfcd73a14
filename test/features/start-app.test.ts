import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_WAIT_MS, startApp, whenPainted } from '../../src/boot/start-app.ts';
import { preloadApp } from '../../build/boot-script-plugin.ts';

const events: string[] = [];
const script = (name: string) => `data:text/javascript,globalThis.startEvents.push('${name}')`;

beforeEach(() => {
  events.length = 0;
  Object.assign(globalThis, { startEvents: events });
});
afterEach(() => document.head.replaceChildren());

describe('the start of the app', () => {
  it('runs each script in a task of its own, in the order of the page', async () => {
    document.head.innerHTML = ['base', 'app']
      .map((name) => `<link rel="modulepreload" href="${script(name)}">`)
      .join('');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      events.push('task');
      if (!events.includes('app')) port2.postMessage(null);
    };
    port2.postMessage(null);
    await startApp();
    port1.close();
    const order = events.filter((event, index) => event !== events[index - 1]);
    expect(order.slice(order.indexOf('base'), order.indexOf('app') + 1)).toEqual(['base', 'task', 'app']);
  });

  it('waits for the end of the page, where the scripts are named', async () => {
    const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    const started = startApp();
    document.head.innerHTML = `<link rel="modulepreload" href="${script('late')}">`;
    await new Promise((resolve) => setTimeout(resolve));
    expect(events).toEqual([]);
    readyState.mockRestore();
    document.dispatchEvent(new Event('readystatechange'));
    await started;
    expect(events).toEqual(['late']);
  });

  it('waits for the next frame after something is shown, and for the task after it', async () => {
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(() => (events.push('frame'), run())));
    let isShown = (): void => {};
    const painted = whenPainted(new Promise((resolve) => (isShown = resolve))).then(() => events.push('painted'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(events).toEqual([]);
    isShown();
    await painted;
    expect(events).toEqual(['frame', 'painted']);
  });

  it.each([
    ['the page is hidden', true, () => Promise.resolve()],
    ['nothing can be shown', false, () => Promise.reject(new Error('no storage'))],
  ])('waits for no frame if %s', async (_, isHidden, shown) => {
    vi.stubGlobal('requestAnimationFrame', () => events.push('frame'));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
    await whenPainted(shown());
    expect(events).toEqual([]);
  });

  it('waits at most a second', async () => {
    vi.useFakeTimers();
    const painted = whenPainted(new Promise(() => {})).then(() => events.push('painted'));
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await painted;
    expect(MAX_WAIT_MS).toBe(1_000);
  });
});

describe('the script of the app in the built page', () => {
  const page = `<head>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base-1.js">
  </head>`;

  it('becomes the last of the preload links', () => {
    expect(preloadApp(page)).toBe(`<head>
    <link rel="modulepreload" crossorigin href="/assets/base-1.js">
    <link rel="modulepreload" crossorigin href="/assets/index-1.js" data-app>
  </head>`);
  });

  it('must be found', () => {
    expect(() => preloadApp('<head></head>')).toThrow('no script of the app');
  });
});
