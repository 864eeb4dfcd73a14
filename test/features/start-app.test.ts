import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preloadApp } from '../../build/boot-script-plugin.ts';
import { MAX_WAIT_MS, RETRY_DELAY_MS, startApp, whenPainted } from '../../src/boot/start-app.ts';

const events: string[] = [];
const script = (name: string) => `data:text/javascript,globalThis.startEvents.push('${name}')`;
const link = (url: string) => `<link rel="modulepreload" href="${url}">`;
const nextTimer = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  events.length = 0;
  Object.assign(globalThis, { startEvents: events });
});
afterEach(() => document.head.replaceChildren());

describe('the start of the app', () => {
  it('runs each script in a task of its own, in the order of the page', async () => {
    document.head.innerHTML = ['base', 'app'].map((name) => link(script(name))).join('');
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

  it('does not run the scripts that the app preloads', async () => {
    const addLink = `document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload',
      href: "${script('lazy')}" }))`;
    document.head.innerHTML = link(script('first')) + link(script('last'));
    document.querySelector('link')!.href = `data:text/javascript,${encodeURIComponent(addLink)}`;
    await startApp();
    expect(document.querySelectorAll('link')).toHaveLength(3);
    expect(events).toEqual(['last']);
  });

  it('waits for the end of the page, where the scripts are named', async () => {
    const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    const started = startApp();
    document.head.innerHTML = link(script('late'));
    await nextTimer();
    expect(events).toEqual([]);
    readyState.mockRestore();
    document.dispatchEvent(new Event('readystatechange'));
    await started;
    expect(events).toEqual(['late']);
  });

  it('loads a script again every five seconds as long as requests are lost, and only then the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const reported = vi.fn<(error: unknown) => void>();
    const nextReport = () => new Promise((resolve) => reported.mockImplementationOnce(resolve));
    vi.stubGlobal('reportError', reported);
    document.head.innerHTML = link('file:///lost.js') + link(script('app'));
    const first = nextReport();
    void startApp();
    await first;
    for (const count of [2, 3]) {
      const next = nextReport();
      await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS - 1);
      expect(reported).toHaveBeenCalledTimes(count - 1);
      await vi.advanceTimersByTimeAsync(1);
      await next;
    }
    expect(events).toEqual([]);
    expect(RETRY_DELAY_MS).toBe(5_000);
  });

  it('gives up if a script throws', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const reported = Promise.withResolvers<unknown>();
    vi.stubGlobal('reportError', reported.resolve);
    document.head.innerHTML = link(`data:text/javascript,throw new Error('broken')`) + link(script('app'));
    const started = startApp();
    const failure = expect(started).rejects.toThrow('broken');
    await reported.promise;
    await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
    await failure;
    expect(events).toEqual([]);
  });

  it.each([
    ['something is shown', () => Promise.resolve()],
    ['nothing can be shown', () => Promise.reject(new Error('no storage'))],
  ])('waits for the next frame after %s, and for the task after it', async (_, show) => {
    let paint = (): void => {};
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
      paint = () => {
        events.push('frame');
        run();
        void Promise.resolve().then(() => events.push('end of the frame'));
      };
    });
    void whenPainted(show()).then(() => events.push('painted'));
    await nextTimer();
    expect(events).toEqual([]);
    paint();
    await vi.waitFor(() => expect(events).toEqual(['frame', 'end of the frame', 'painted']));
  });

  it('waits until something is shown', async () => {
    let isShown = (): void => {};
    void whenPainted(new Promise((resolve) => (isShown = resolve))).then(() => events.push('painted'));
    await new Promise(requestAnimationFrame);
    await nextTimer();
    expect(events).toEqual([]);
    isShown();
    await vi.waitFor(() => expect(events).toEqual(['painted']));
  });

  it('waits at most a second after the page and its style sheets are loaded', async () => {
    vi.useFakeTimers();
    void whenPainted(new Promise(() => {})).then(() => events.push('painted'));
    await vi.advanceTimersByTimeAsync(60_000);
    dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(['painted']);
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
