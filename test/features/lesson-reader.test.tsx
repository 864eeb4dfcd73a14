import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { lessonId, makeLesson, showLessons, video } from './lesson-app.ts';

const LESSON = `/lesson/view/${lessonId(1)}`;
const isBefore = (first: Element, second: Element) =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

describe('the screen of a lesson', () => {
  it('shows the video of a lesson above its text, and plays it in place of the cover', async () => {
    await showLessons(LESSON, { lessons: [makeLesson(1, { media: [video] })] });
    const play = await screen.findByRole('button', { name: 'Play video' });
    expect(isBefore(play, screen.getByText('Text 1.'))).toBe(true);
    expect(screen.getByText(/^540p, online only, 3 MB/)).toBeTruthy();
    fireEvent.click(play);
    const player = await screen.findByLabelText('Video: Lesson 1');
    expect(isBefore(player, screen.getByText('Text 1.'))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull();
    expect(screen.queryByText(/online only/)).toBeNull();
  });

  it('offers no play button offline for a video that is not on the device', async () => {
    await showLessons(LESSON, { lessons: [makeLesson(1, { media: [video] })], status: { connection: 'offline' } });
    expect(await screen.findByRole('button', { name: 'Download when possible' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull();
  });

  it('shows the transcript of a lesson below its text', async () => {
    await showLessons(LESSON, { lessons: [makeLesson(1, { media: [video], transcript: '<p>Said aloud.</p>' })] });
    const transcript = await screen.findByText('Transcript');
    expect(isBefore(screen.getByText('Text 1.'), transcript)).toBe(true);
  });

  it('shows the composer of a lesson only within its comments', async () => {
    await showLessons(LESSON, { lessons: [makeLesson(1)] });
    const composer = await screen.findByRole('textbox', { name: 'Write a comment' });
    const comments = screen.getByRole('heading', { name: 'Comments' }).closest('section')!;
    expect(within(comments).getByRole('textbox', { name: 'Write a comment' })).toBe(composer);
  });

  it('shows a compact header when the header of a lesson is scrolled out of view', async () => {
    await showLessons(LESSON, { lessons: [makeLesson(1)] });
    await screen.findByText('Text 1.');
    const links = () => screen.getAllByRole('link', { name: 'Talking with people' });
    expect(links()).toHaveLength(1);
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    rect.mockReturnValue({ top: -1, height: 0 } as DOMRect);
    fireEvent.scroll(window);
    await waitFor(() => expect(links()).toHaveLength(2));
    rect.mockReturnValue({ top: 0, height: 0 } as DOMRect);
    fireEvent.scroll(window);
    await waitFor(() => expect(links()).toHaveLength(1));
    rect.mockRestore();
  });

  it('the compact header shows how far the text of a lesson was scrolled', async () => {
    await showLessons(LESSON, { lessons: [makeLesson(1)] });
    await screen.findByText('Text 1.');
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    rect.mockReturnValue({ top: innerHeight - 1000, height: 4000 } as DOMRect);
    fireEvent.scroll(window);
    const line = await waitFor(() => {
      const found = [...document.querySelectorAll('div')].find((element) => element.style.getPropertyValue('--read'));
      expect(found).toBeTruthy();
      return found!;
    });
    expect(line.style.getPropertyValue('--read')).toBe('0.25');
    expect(line.getAttribute('aria-hidden')).toBe('true');
    rect.mockRestore();
  });
});
