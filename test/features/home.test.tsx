import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Lesson } from '../../contract/entities/lesson.ts';
import type { Me } from '../../contract/entities/me.ts';
import { freshPorts, openPhone, showApp, type RenderedApp } from './fake-app.tsx';

const CATEGORY = '0198c000-0000-7000-8000-0000000000c0';
const LESSON = '0198c000-0000-7000-8000-000000000101';

const startedLesson = {
  ...{ id: LESSON, rev: 1, category_id: CATEGORY, title: 'Talking', language: 'en', position: 1 },
  ...{ duration_min: 12, free: true, body: '<p>Words.</p>', media: [] },
} satisfies Partial<Lesson> as Lesson;

async function show(me: Partial<Me>, { at = '/dashboard', lessons = [startedLesson] } = {}): Promise<RenderedApp> {
  const ports = freshPorts();
  const db = await openPhone(ports, me, { last_fetched_at: new Date().toISOString() });
  const texts = { slug: 'talk', title: 'Talking', description: '', language: 'en', color: 'teal' } as const;
  await db.categories.put({ id: CATEGORY, rev: 1, position: 1, ...texts });
  await db.lessons.bulkPut(lessons);
  return showApp(at, ports);
}

describe('the first screen after a login', () => {
  it('shows an employee the day screen first, with the next lesson as a card', async () => {
    await show({ is_staff: true });
    expect(await screen.findByRole('heading', { name: 'Today', level: 1 })).toBeTruthy();
    const section = (await screen.findByRole('heading', { name: 'My learning' })).closest('section')!;
    const link = within(section).getByRole('link', { name: /^Talking/ });
    expect(link.getAttribute('href')).toBe(`/lesson/view/${LESSON}`);
    expect(section.textContent).toContain('Start, 12 min');
    expect(screen.getAllByRole('link', { name: 'Today' })[0]?.getAttribute('aria-current')).toBe('page');
    expect(screen.queryByRole('link', { name: 'Home' })).toBeNull();
  });

  it.each([true, false])(
    'the link "Comment" opens the lesson with the focus in the comment field (employee: %s)',
    async (is_staff) => {
      const { path } = await show({ is_staff });
      fireEvent.click(await screen.findByRole('link', { name: 'Comment' }));
      const box = await screen.findByRole('textbox', { name: 'Write a comment' });
      expect(path()).toBe(`/lesson/view/${LESSON}`);
      expect(document.activeElement).toBe(box);
    },
  );

  it('does not focus the comment field of a lesson that is opened to be read', async () => {
    await show({});
    fireEvent.click(await screen.findByRole('link', { name: 'Start, 12 min' }));
    const box = await screen.findByRole('textbox', { name: 'Write a comment' });
    expect(document.activeElement).not.toBe(box);
  });

  it('offers an employee all lessons if there is no lesson to continue', async () => {
    await show({ is_staff: true }, { lessons: [] });
    const section = (await screen.findByRole('heading', { name: 'My learning' })).closest('section')!;
    expect(within(section).getByText('No lesson to continue')).toBeTruthy();
    expect(within(section).getByRole('link', { name: 'All lessons' }).getAttribute('href')).toBe('/lessons');
  });

  it('shows a learner a greeting and the lesson to continue on the first screen', async () => {
    await show({});
    expect(await screen.findByRole('heading', { name: /^Good .*, Anna$/, level: 1 })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Start, 12 min' })).toBeTruthy();
  });

  it.each([true, false])('the app shortcut to continue a lesson opens that lesson (employee: %s)', async (is_staff) => {
    const { path } = await show({ is_staff }, { at: '/dashboard?do=resume' });
    await waitFor(() => expect(path()).toBe(`/lesson/view/${LESSON}`));
  });
});
