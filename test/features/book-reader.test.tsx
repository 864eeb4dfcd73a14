import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sync } from '../../src/bridge/sync.ts';
import { SWIPE_MIN_PX, TAP_MAX_MS, TAP_MAX_PX, TAP_ZONE_SHARE } from '../../src/features/books/use-turn-gestures.ts';
import { makeBook, chapterRoot, chapters, bookId, packOf, showBooks, storeBook } from './book-app.ts';

beforeEach(() => {
  vi.spyOn(sync, 'syncNow').mockResolvedValue({ ok: true });
});

const heading = () => chapterRoot()?.querySelector('h1')?.textContent;
const waitForChapter = (title: string) => waitFor(() => expect(heading()).toBe(title));

/** Opens the reader of a book with three chapters at the second chapter. */
async function openReader(dir: 'ltr' | 'rtl' = 'ltr') {
  const ownBook = makeBook(1);
  const { db } = await showBooks(`/books/${bookId(1)}`, [ownBook]);
  await storeBook(db, ownBook, packOf({ chapters: chapters.map((part) => ({ ...part, dir })) }));
  fireEvent.click(await screen.findByRole('link', { name: 'Read' }));
  await waitForChapter('One');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitForChapter('Two');
  return db;
}

interface Touch {
  from: { x: number; y: number };
  to?: { x: number; y: number };
  ms?: number;
  pointerType?: string;
}

/** Touches the page of the chapter, or `target` if given. */
function touch({ from, to = from, ms = 100, pointerType = 'touch' }: Touch, target?: Element | null): void {
  const page = target ?? document.querySelector('[data-chapter]')!;
  const send = (type: string, { x, y }: { x: number; y: number }, at: number): void => {
    const event = new PointerEvent(type, {
      ...{ bubbles: true, composed: true, pointerId: 1, isPrimary: true, pointerType, clientX: x, clientY: y },
    });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(page, event);
  };
  send('pointerdown', from, 1_000);
  send('pointerup', to, 1_000 + ms);
}

const leftZone = { x: innerWidth * TAP_ZONE_SHARE - 1, y: 300 };
const rightZone = { x: innerWidth * (1 - TAP_ZONE_SHARE) + 1, y: 300 };
const middle = { x: innerWidth / 2, y: 300 };
const shifted = ({ x, y }: { x: number; y: number }, dx: number, dy = 0) => ({ x: x + dx, y: y + dy });

describe('the book reader', () => {
  it('an open book takes the whole screen', async () => {
    await openReader();
    expect(document.documentElement.hasAttribute('data-has-fills-screen')).toBe(true);
    expect(screen.getByRole('heading', { level: 1, name: 'Book 1' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Book' }));
    await waitFor(() => expect(document.documentElement.hasAttribute('data-has-fills-screen')).toBe(false));
  });

  it('the bar of the reader shows the current part of a book, and its slider opens any other part', async () => {
    await openReader();
    expect(screen.getByText('Part 2 of 3')).toBeTruthy();
    const slider = screen.getByRole('slider', { name: 'Part' });
    expect(slider).toHaveProperty('value', '2');
    fireEvent.change(slider, { target: { value: '3' } });
    await waitForChapter('Three');
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
  });

  it.each<[string, Touch, string]>([
    ['a tap at the right turns to the next page', { from: rightZone }, 'Three'],
    ['a tap at the left turns to the previous page', { from: leftZone }, 'One'],
    ['a tap in the middle turns no page', { from: middle }, 'Two'],
    ['a tap just outside the right zone turns no page', { from: shifted(rightZone, -2) }, 'Two'],
    ['a tap just outside the left zone turns no page', { from: shifted(leftZone, 2) }, 'Two'],
    ['a click with the mouse turns no page', { from: rightZone, pointerType: 'mouse' }, 'Two'],
    ['a tap of the maximum duration turns the page', { from: rightZone, ms: TAP_MAX_MS }, 'Three'],
    ['a long press turns no page', { from: rightZone, ms: TAP_MAX_MS + 1 }, 'Two'],
    ['a tap that moves a little turns the page', { from: rightZone, to: shifted(rightZone, 0, TAP_MAX_PX) }, 'Three'],
    ['a touch that moves too far turns no page', { from: rightZone, to: shifted(rightZone, 0, TAP_MAX_PX + 1) }, 'Two'],
    ['a swipe to the left turns to the next page', { from: middle, to: shifted(middle, -SWIPE_MIN_PX) }, 'Three'],
    ['a swipe to the right turns to the previous page', { from: middle, to: shifted(middle, SWIPE_MIN_PX) }, 'One'],
    ['a short swipe turns no page', { from: middle, to: shifted(middle, -SWIPE_MIN_PX + 1) }, 'Two'],
    ['a diagonal swipe turns no page', { from: middle, to: shifted(middle, -100, 50) }, 'Two'],
    ['a nearly horizontal swipe turns the page', { from: middle, to: shifted(middle, -100, 49) }, 'Three'],
  ])('%s', async (_, gesture, title) => {
    await openReader();
    touch(gesture);
    await waitForChapter(title);
  });

  it('a tap at the right turns back in a right-to-left book', async () => {
    await openReader('rtl');
    touch({ from: rightZone });
    await waitForChapter('One');
  });

  it('a tap on a link of a book does not turn its page', async () => {
    await openReader();
    const link = document.createElement('a');
    chapterRoot()!.append(link);
    touch({ from: rightZone }, link);
    await waitForChapter('Two');
  });

  it('turns the pages of a book with the arrow keys', async () => {
    await openReader();
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    await waitForChapter('Three');
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    await waitForChapter('Two');
  });

  it('leaves the arrow keys to an enlarged page that has the focus', async () => {
    await openReader();
    const page = document.createElement('div');
    page.dataset['zoomed'] = 'true';
    document.querySelector('[data-chapter]')!.append(page);
    fireEvent.keyDown(page, { key: 'ArrowRight' });
    await waitForChapter('Two');
    page.dataset['zoomed'] = 'false';
    fireEvent.keyDown(page, { key: 'ArrowRight' });
    await waitForChapter('Three');
  });

  it("a tap scrolls by one screen, and turns to the next chapter only at a chapter's end", async () => {
    await openReader();
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    const height = vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(3 * innerHeight);
    touch({ from: rightZone });
    expect(scroll).toHaveBeenLastCalledWith({ top: innerHeight - 160, behavior: 'instant' });
    expect(heading()).toBe('Two');
    vi.stubGlobal('scrollY', 2 * innerHeight);
    touch({ from: rightZone });
    await waitForChapter('Three');
    vi.stubGlobal('scrollY', 0);
    touch({ from: leftZone });
    await waitForChapter('Two');
    expect(scroll).toHaveBeenLastCalledWith({ top: 3 * innerHeight, behavior: 'instant' });
    vi.unstubAllGlobals();
    height.mockRestore();
    scroll.mockRestore();
  });
});
