import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMPLETION_MS, coverPage, handleClick, MAX_COVERED_MS, PAINTED_MARK } from '../../../src/boot/cover.ts';
import type { SavedScreen } from '../../../src/lib/last-screen.ts';

const screen: SavedScreen = {
  build: '',
  look: '',
  width: 0,
  db_version: 150,
  is_home: false,
  styles: [],
  variables: {},
  content: ['div', {}, 'rows'],
};

const cover = (): HTMLElement | null => document.querySelector('[style*="2147483647"]');

function show(html: string): void {
  document.getElementById('root')!.innerHTML = html;
}

/** Lets mutation observers run, and then advances the timers by `ms`. */
async function pass(ms: number): Promise<void> {
  await Promise.resolve();
  vi.advanceTimersByTime(ms);
}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><svg class="splash"></svg></div>';
});

describe('the time for which the stored screen covers the page', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    performance.clearMarks();
    await coverPage(screen);
  });
  afterEach(() => vi.advanceTimersByTime(MAX_COVERED_MS));

  test('the stored screen becomes visible and sets a performance mark', () => {
    expect(cover()?.style.visibility).toBe('');
    expect(performance.getEntriesByName(PAINTED_MARK)).toHaveLength(1);
  });

  test.each([
    ['nothing is rendered', ''],
    ['the user is not known', '<main data-awaited><i role="status"></i></main>'],
    ['the screen has no title', '<main></main>'],
    ['rows are awaited', '<main><h1>Contacts</h1><div data-awaited></div></main>'],
    ['a table is loading', '<main><h1>Contacts</h1><ul><li aria-busy="true"></li></ul></main>'],
  ])('the stored screen covers the page as long as %s', async (_, html) => {
    show(html);
    await pass(2 * COMPLETION_MS);
    expect(cover()).not.toBeNull();
  });

  test.each([
    ['the rows are shown', '<main><h1>Contacts</h1><a>Anna</a></main>'],
    ['the app shows an error', '<main><div role="alert">It failed</div></main>'],
  ])('the stored screen covers the page until 100 ms after %s', async (_, html) => {
    show(html);
    await pass(99);
    expect(cover()).not.toBeNull();
    await pass(1);
    expect(cover()).toBeNull();
  });

  test('further changes of a complete screen do not keep the stored screen on the page', async () => {
    show('<main><h1>Contacts</h1><a>Anna</a></main>');
    await pass(COMPLETION_MS / 2);
    document.querySelector('h1')!.append('!');
    await pass(COMPLETION_MS / 2);
    expect(cover()).toBeNull();
  });

  test('the stored screen stays until the app has opened the screen of a link that was pressed', async () => {
    show('<main><h1>Contacts</h1><a>Anna</a></main>');
    await pass(COMPLETION_MS - 1);
    show('<main data-awaited></main>');
    await pass(2 * COMPLETION_MS);
    expect(cover()).not.toBeNull();
    show('<main><h1>Anna</h1></main>');
    await pass(COMPLETION_MS - 1);
    expect(cover()).not.toBeNull();
    await pass(1);
    expect(cover()).toBeNull();
  });

  test('the stored screen is removed after ten seconds at the latest', () => {
    vi.advanceTimersByTime(9_999);
    expect(cover()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(cover()).toBeNull();
  });

  test('the app gets the clicks after the stored screen is removed', async () => {
    const clicked = vi.fn();
    show('<main><h1>Contacts</h1><a>Anna</a></main>');
    document.querySelector('a')?.addEventListener('click', clicked);
    await pass(COMPLETION_MS);
    document.querySelector('a')?.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    expect(clicked).toHaveBeenCalledOnce();
  });
});

test('the stored screen does not cover a screen that the app already shows', async () => {
  show('<main><h1>Contacts</h1><a>Anna</a></main>');
  await coverPage(screen);
  expect(cover()).toBeNull();
});

test('the stored screen does not cover a screen that was completed while the style sheets were loading', async () => {
  const covering = coverPage(screen);
  expect(cover()).not.toBeNull();
  show('<main><h1>Contacts</h1><a>Anna</a></main>');
  await covering;
  expect(cover()).toBeNull();
});

describe('a click on the stored screen', () => {
  function element(html: string): HTMLElement {
    const box = document.createElement('div');
    box.innerHTML = html;
    return box.firstElementChild as HTMLElement;
  }

  /** Clicks on a painted element. `live` is the HTML that the app shows at the same place. */
  function click(painted: string, live = '', init: MouseEventInit = {}) {
    const found = element(painted);
    const lift = vi.fn();
    const reached = vi.fn((event: Event) => event.preventDefault());
    show(live);
    const root = document.getElementById('root')!;
    root.addEventListener('click', reached);
    const end = new AbortController();
    addEventListener(
      'click',
      (event) => handleClick(event, { elementAt: () => found.firstElementChild ?? found }, lift),
      {
        capture: true,
        signal: end.signal,
      },
    );
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...init });
    (root.querySelector('b') ?? root).dispatchEvent(event);
    end.abort();
    root.removeEventListener('click', reached);
    return { found, isLifted: lift.mock.calls.length > 0, hasReachedApp: reached.mock.calls.length > 0, event };
  }

  beforeEach(() => history.replaceState(null, '', '/contacts'));

  test('a click on a link of the stored screen opens the link as soon as the app has started', () => {
    const { found, isLifted, hasReachedApp, event } = click('<a href="/contacts/1"><b>Anna</b></a>');
    expect([location.pathname, isLifted, hasReachedApp]).toEqual(['/contacts/1', false, false]);
    expect(event.defaultPrevented).toBe(true);
    expect(found.style.opacity).toBe('0.6');
  });

  test('a click on the stored screen is passed on if the app shows the same link there', () => {
    const { hasReachedApp } = click('<a href="/contacts/1"><b>Anna</b></a>', '<a href="/contacts/1"><b>Anna</b></a>');
    expect([location.pathname, hasReachedApp]).toEqual(['/contacts', true]);
  });

  test.each([
    ['another link', '<a href="/contacts/2"><b>Anna</b></a>'],
    ['a link with another text', '<a href="/contacts/1"><b>Boris</b></a>'],
    ['a button with the same text', '<button><b>Anna</b></button>'],
    ['a text', '<p><b>Anna</b></p>'],
  ])('a click on a link of the stored screen does not reach %s of the app', (_, live) => {
    const { hasReachedApp } = click('<a href="/contacts/1"><b>Anna</b></a>', live);
    expect([location.pathname, hasReachedApp]).toEqual(['/contacts/1', false]);
  });

  test.each([
    ['a button', '<button><b>Start</b></button>'],
    ['a field', '<label><input></label>'],
    ['a link that cannot be followed here', '<a><b>Call</b></a>'],
  ])('a click on %s of the stored screen shows that the app is still loading', (_, painted) => {
    const { isLifted, hasReachedApp } = click(painted);
    expect([location.pathname, isLifted, hasReachedApp]).toEqual(['/contacts', true, false]);
  });

  test('a click on the stored screen reaches a button that the app already shows', () => {
    const button = '<button><b>Start</b></button>';
    const { isLifted, hasReachedApp } = click(button, button);
    expect([isLifted, hasReachedApp]).toEqual([false, true]);
  });

  test('a click on a text of the stored screen shows that the app is still loading, and does not reach the app', () => {
    const { isLifted, hasReachedApp } = click('<p><b>Text</b></p>', '<button><b>Delete</b></button>');
    expect([location.pathname, isLifted, hasReachedApp]).toEqual(['/contacts', true, false]);
  });

  test('a click on the stored screen reaches a row that the app already shows', () => {
    const { isLifted, hasReachedApp } = click('<p><b>Anna</b></p>', '<p><b>Anna</b></p>');
    expect([location.pathname, isLifted, hasReachedApp]).toEqual(['/contacts', false, true]);
  });

  test('a click by the keyboard reaches the app in spite of the stored screen', () => {
    const { hasReachedApp } = click('<a href="/contacts/1"><b>Anna</b></a>', '<button><b>x</b></button>', {
      detail: 0,
    });
    expect([location.pathname, hasReachedApp]).toEqual(['/contacts', true]);
  });
});
