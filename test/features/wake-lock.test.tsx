import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubNavigator } from './stub-browser.ts';
import { makeSlice, makeTask } from './task-maker.ts';

const LESSON = '0198c000-0000-7000-8000-0000000000a1';
const film = { kind: 'video', bytes: 3e6, mime: 'video/mp4', width: null, height: null, alt: '' } as const;

interface FakeLock {
  released: boolean;
  release: () => Promise<void>;
}

/** Adds wake locks to the device. Returns the locks that were requested. */
function stubWakeLock(refuses = false): FakeLock[] {
  const locks: FakeLock[] = [];
  const request = async () => {
    if (refuses) throw new DOMException('battery low', 'NotAllowedError');
    const lock: FakeLock = { released: false, release: async () => void (lock.released = true) };
    locks.push(lock);
    return lock;
  };
  stubNavigator('wakeLock', { request: vi.fn(request) });
  return locks;
}

async function openVideo(): Promise<HTMLElement> {
  const ports = freshPorts();
  const db = await openPhone(ports, {}, { connection: 'online' });
  await db.lessons.put({
    ...{ id: LESSON, rev: 1, category_id: LESSON, title: 'Listening', language: 'en', position: 1, duration_min: 5 },
    ...{ free: true, body: '<p>Listen.</p>', transcript: '', media: [{ ...film, sha256: 'b'.repeat(64) }] },
  });
  await showApp(`/lesson/view/${LESSON}`, ports);
  fireEvent.click(await screen.findByRole('button', { name: 'Play video' }));
  return screen.findByLabelText('Video: Listening');
}

const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('wake lock during a video', () => {
  it('holds a wake lock while a video plays, and releases it when the video is paused or closed', async () => {
    const locks = stubWakeLock();
    const video = await openVideo();
    expect(locks).toEqual([]);
    fireEvent.play(video);
    await waitFor(() => expect(locks).toHaveLength(1));
    expect(locks[0]!.released).toBe(false);
    fireEvent.pause(video);
    await waitFor(() => expect(locks[0]!.released).toBe(true));
    fireEvent.play(video);
    await waitFor(() => expect(locks).toHaveLength(2));
    cleanup();
    await waitFor(() => expect(locks[1]!.released).toBe(true));
  });

  it('requests a new wake lock when the user returns to a playing video', async () => {
    const locks = stubWakeLock();
    fireEvent.play(await openVideo());
    await waitFor(() => expect(locks).toHaveLength(1));
    show('visible');
    // Simulate the browser releasing the lock when the page is hidden.
    locks[0]!.released = true;
    show('hidden');
    show('visible');
    await waitFor(() => expect(locks).toHaveLength(2));
    vi.restoreAllMocks();
  });

  it('keeps showing the video if the browser refuses the wake lock', async () => {
    stubWakeLock(true);
    const video = await openVideo();
    fireEvent.play(video);
    expect(await screen.findByLabelText('Video: Listening')).toBe(video);
  });
});

describe('wake lock during a visit', () => {
  /** Shows the day of an employee with a running task. */
  async function showRunning(change: Partial<Task>) {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
    const slices = [makeSlice(new Date().toISOString(), null)];
    await db.tasks.put(
      makeTask({ assignee_id: ANNA, state: 'in_progress', slices, place: 'Hauptstr. 5, Ulm', ...change }),
    );
    await db.contacts.put(makeContact());
    await showApp('/staff-dashboard', ports);
    return screen.findByRole('button', { name: 'Pause' });
  }

  it('holds a wake lock while a visit runs, and releases it when the visit is paused', async () => {
    const locks = stubWakeLock();
    const pause = await showRunning({ type: 'meet' });
    await waitFor(() => expect(locks).toHaveLength(1));
    expect(locks[0]!.released).toBe(false);
    fireEvent.click(pause);
    await waitFor(() => expect(locks[0]!.released).toBe(true));
    expect(locks).toHaveLength(1);
  });

  it('requests a new wake lock when the employee returns from the map to a running visit', async () => {
    const locks = stubWakeLock();
    await showRunning({ type: 'meet' });
    await waitFor(() => expect(locks).toHaveLength(1));
    locks[0]!.released = true;
    show('hidden');
    expect(locks).toHaveLength(1);
    show('visible');
    await waitFor(() => expect(locks).toHaveLength(2));
    vi.restoreAllMocks();
  });

  it('holds no wake lock during a call', async () => {
    const locks = stubWakeLock();
    await showRunning({ type: 'call', linked_user_id: null, contact_id: CONTACT });
    // The button of the contact is loaded together with the code that would request the lock.
    await screen.findByRole('link', { name: /^Call \+/ });
    expect(locks).toEqual([]);
  });

  it('shows a running visit if the browser refuses the wake lock', async () => {
    stubWakeLock(true);
    const pause = await showRunning({ type: 'meet' });
    expect(await screen.findByRole('link', { name: 'Map' })).toBeTruthy();
    expect(pause.isConnected).toBe(true);
  });
});
