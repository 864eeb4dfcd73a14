import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useZoom, ZOOM_MAX, ZOOM_STEP } from '../../src/features/books/use-zoom.ts';

function Zoomable(): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const { zoom, zoomIn, zoomOut } = useZoom(frame, true);
  return (
    <>
      <div ref={frame} data-testid="frame" />
      <output>{zoom}</output>
      <button onClick={zoomIn}>in</button>
      <button onClick={zoomOut}>out</button>
    </>
  );
}

const frame = () => screen.getByTestId('frame');
const shownZoom = () => Number(frame().style.getPropertyValue('--zoom') || 1);
const drawnZoom = () => Number(screen.getByRole('status').textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/**
 * Sends a touch event with fingers at these horizontal positions. Returns whether the browser may also handle the
 * event.
 */
function fingers(type: string, ...positions: number[]): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'touches', { value: positions.map((clientX) => ({ clientX, clientY: 100 })) });
  return fireEvent(frame(), event);
}

describe('the zoom of a PDF page', () => {
  beforeEach(() => {
    vi.spyOn(window, 'scrollBy').mockImplementation(() => {});
    render(<Zoomable />);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('a PDF page fits the width at first and cannot be zoomed out further', () => {
    expect(drawnZoom()).toBe(1);
    press('out');
    expect([shownZoom(), drawnZoom()]).toEqual([1, 1]);
  });

  it('a button zooms a PDF page in steps up to the limit', () => {
    press('in');
    expect([shownZoom(), drawnZoom()]).toEqual([ZOOM_STEP, ZOOM_STEP]);
    for (let count = 0; count < 5; count += 1) press('in');
    expect([shownZoom(), drawnZoom()]).toEqual([ZOOM_MAX, ZOOM_MAX]);
    press('out');
    expect(drawnZoom()).toBe(ZOOM_MAX / ZOOM_STEP);
  });

  it('the zoom of a PDF page follows two fingers, and the page is redrawn when they are lifted', () => {
    fingers('touchstart', 100, 200);
    expect(fingers('touchmove', 50, 250)).toBe(false);
    expect([shownZoom(), drawnZoom()]).toEqual([2, 1]);
    fingers('touchend');
    expect([shownZoom(), drawnZoom()]).toEqual([2, 2]);
    fingers('touchstart', 0, 200);
    fingers('touchmove', 0, 150);
    fingers('touchend');
    expect(drawnZoom()).toBe(1.5);
  });

  it('leaves a one-finger touch of a PDF page to the browser, which scrolls', () => {
    fingers('touchstart', 100);
    expect(fingers('touchmove', 180)).toBe(true);
    fingers('touchend');
    expect([shownZoom(), drawnZoom()]).toEqual([1, 1]);
  });

  it('the zoom of a PDF page follows the wheel with Ctrl, and the page is redrawn when the wheel stops', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.wheel(frame(), { deltaY: -100 });
    expect(shownZoom()).toBe(1);
    fireEvent.wheel(frame(), { deltaY: -100, ctrlKey: true });
    expect(shownZoom()).toBeCloseTo(Math.E);
    act(() => void vi.advanceTimersByTime(149));
    expect(drawnZoom()).toBe(1);
    act(() => void vi.advanceTimersByTime(1));
    expect(drawnZoom()).toBeCloseTo(Math.E);
    vi.useRealTimers();
  });

  it('zooming a PDF page keeps the point between two fingers in place', () => {
    Object.defineProperty(frame(), 'scrollLeft', { value: 0, writable: true });
    fingers('touchstart', 100, 200);
    fingers('touchmove', 50, 250);
    expect(frame().scrollLeft).toBe(150);
    expect(scrollBy).toHaveBeenLastCalledWith(0, 100);
  });
});
