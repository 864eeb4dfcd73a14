import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LessonProgress } from '../../contract/entities/lesson-progress.ts';
import type { Me } from '../../contract/entities/me.ts';
import { dateIn, startOfDay, weekdayIndex } from '../../contract/zones.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const zone = 'Europe/Berlin';
const monday = startOfDay(zone, Date.now(), -weekdayIndex(dateIn(zone, Date.now())));

const doneAt = (number: number, at: number): LessonProgress => ({
  ...{ id: `0198c000-0000-7000-8000-00000000010${number}`, rev: 1, state: 'done', older_s: 0, scrolled: 100 },
  ...{ slices: [], last_read_at: new Date(at).toISOString(), done_at: new Date(at).toISOString() },
});

async function show(at: string, me: Partial<Me>, rows: readonly LessonProgress[] = []) {
  const ports = freshPorts();
  const db = await openPhone(ports, { time_zone: zone, ...me }, { last_fetched_at: new Date().toISOString() });
  await db.lesson_progress.bulkPut([...rows]);
  await showApp(at, ports);
  return db;
}

const row = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!;

describe('the weekly goal on Home', () => {
  it("counts the lessons done since Monday in the user's time zone, and links to the setting", async () => {
    await show('/dashboard', {}, [doneAt(1, monday - 1), doneAt(2, monday)]);
    const goal = await row('Weekly goal');
    expect(goal.textContent).toContain('1 of 3 done');
    expect(within(goal).getByRole('link').getAttribute('href')).toBe('/profile/settings');
    expect(within(goal).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33');
  });

  it('counts minutes of reading for a weekly goal in minutes', async () => {
    const end = new Date(monday + 1_000).toISOString();
    const slices = [{ id: 'a', from: end, to: end, active_s: 720, needs_review: false }];
    await show('/dashboard', { weekly_goal: 'minutes:30' }, [{ ...doneAt(1, monday + 1_000), slices }]);
    expect((await row('Weekly goal')).textContent).toContain('12 of 30 min');
  });

  it('says that the weekly goal is reached', async () => {
    await show('/dashboard', { weekly_goal: 'lessons:1' }, [doneAt(1, monday), doneAt(2, monday)]);
    expect((await row('Weekly goal reached')).textContent).toContain('1 of 1 done');
  });

  it('shows no weekly goal on Home if it is switched off', async () => {
    await show('/dashboard', { weekly_goal: null, subscribed_until: '2099-03-05T00:00:00.000Z' });
    await screen.findByText('Paid until 5 March 2099.');
    expect(screen.queryByText(/Weekly goal/)).toBeNull();
  });
});

describe('the weekly goal in the settings', () => {
  it('the weekly goal is three lessons at first, and can be changed and switched off', async () => {
    const db = await show('/profile/settings', {});
    const choices = within(await screen.findByRole('radiogroup', { name: 'Weekly goal' }));
    expect((choices.getByRole('radio', { name: '3 lessons' }) as HTMLInputElement).checked).toBe(true);
    const queued = async () => (await db.outbox.toArray()).map(({ args }) => args);
    fireEvent.click(choices.getByRole('radio', { name: '60 min' }));
    await waitFor(async () => expect((await queued()).at(-1)).toEqual({ weekly_goal: 'minutes:60' }));
    await waitFor(() =>
      expect((choices.getByRole('radio', { name: '60 min' }) as HTMLInputElement).checked).toBe(true),
    );
    fireEvent.click(choices.getByRole('radio', { name: 'Off' }));
    await waitFor(async () => expect((await queued()).at(-1)).toEqual({ weekly_goal: null }));
  });
});
