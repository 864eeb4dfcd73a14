import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMUNITY } from '../../contract/values.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { saveDraft, savedDraft } from '../../src/forms/drafts.ts';
import { StoreProvider } from '../../src/hooks/store-context.tsx';
import { CommentEdit } from '../../src/features/lessons/comment-edit.tsx';
import { Composer } from '../../src/features/lessons/composer.tsx';
import { currentToast, dismissToast } from '../../src/ui/toast.ts';
import { makeDevice } from './task-maker.ts';

const DRAFT = `comment:${COMMUNITY}`;

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  Element.prototype.scrollIntoView = () => {};
  dismissToast();
});

const show = (store: Store, element: ReactElement): unknown =>
  render(
    <I18nProvider i18n={i18n}>
      <StoreProvider value={store}>{element}</StoreProvider>
    </I18nProvider>,
  );

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

/**
 * Renders the composer with a database. Returns the texts that were passed for saving, and `finish`, which ends a save.
 */
async function renderComposer(draft = '') {
  const { store } = makeDevice('2026-05-03T10:00:00.000Z');
  if (draft !== '') await saveDraft(store.db, DRAFT, { text: draft });
  const sent: string[] = [];
  const pendingSaves: ((error?: Error) => void)[] = [];
  const save = (text: string): Promise<void> => {
    sent.push(text);
    return new Promise((resolve, reject) => pendingSaves.push((error) => (error ? reject(error) : resolve())));
  };
  show(store, <Composer thread={COMMUNITY} onSend={save} />);
  const box = await field('Write a comment');
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  const expectSent = (...texts: string[]) => waitFor(() => expect(sent).toEqual(texts));
  const finish = (error?: Error) => pendingSaves.shift()?.(error);
  return { store, sent, expectSent, box, type, press, finish };
}

describe('comment composer', () => {
  test('keeps toasts away from it while it is on the page', async () => {
    await renderComposer();
    expect(document.documentElement.hasAttribute('data-has-composer')).toBe(true);
    cleanup();
    expect(document.documentElement.hasAttribute('data-has-composer')).toBe(false);
  });

  test('sends one comment for two quick taps', async () => {
    const { sent, expectSent, box, type, press, finish } = await renderComposer();
    type('Once');
    press();
    press();
    await expectSent('Once');
    finish();
    await waitFor(() => expect(box.value).toBe(''));
    expect(sent).toEqual(['Once']);
  });

  test.each(['ctrlKey', 'metaKey'])('sends a comment with %s and Enter', async (key) => {
    const { expectSent, box, type } = await renderComposer();
    type('By keyboard');
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.keyDown(box, { key: 'Enter', [key]: true });
    await expectSent('By keyboard');
  });

  test('keeps text typed while a comment is being saved', async () => {
    const { store, expectSent, box, type, press, finish } = await renderComposer();
    type('First');
    press();
    type('First and more');
    await expectSent('First');
    finish();
    await waitFor(async () => expect(await savedDraft(store.db, DRAFT)).toMatchObject({ text: 'First and more' }));
    expect(box.value).toBe('First and more');
  });

  test('stores the draft of a comment with each keystroke and deletes it when the field is emptied', async () => {
    const { store, type } = await renderComposer();
    type('h');
    type('ha');
    expect(await savedDraft(store.db, DRAFT)).toMatchObject({ text: 'ha' });
    type('');
    expect(await store.db.meta.count()).toBe(0);
  });

  test('shows an error on the field for an empty comment and saves nothing', async () => {
    const { sent, box, type, press } = await renderComposer();
    type('   ');
    press();
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('This field cannot be empty')).toBeTruthy();
    expect(sent).toEqual([]);
    expect(box.value).toBe('   ');
    type('Text');
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBeNull());
  });

  test('does not validate an empty comment on blur before it was submitted', async () => {
    const { store, box, type } = await renderComposer();
    type('   ');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.blur(box);
    vi.runAllTimers();
    vi.useRealTimers();
    await store.db.meta.count();
    expect(box.getAttribute('aria-invalid')).toBeNull();
  });

  test('keeps the text of a comment while the disk is full, and sends it on retry', async () => {
    const { store, expectSent, box, type, press, finish } = await renderComposer();
    type('Kept');
    press();
    await expectSent('Kept');
    finish(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    await waitFor(() => expect(currentToast()?.message).toBe('Storage on this device is full. Nothing was saved.'));
    expect(box.value).toBe('Kept');
    expect(await savedDraft(store.db, DRAFT)).toMatchObject({ text: 'Kept' });
    press();
    await expectSent('Kept', 'Kept');
  });

  test('keeps the text of a comment that cannot be queued, and reports that nothing was changed', async () => {
    const { expectSent, box, type, press, finish } = await renderComposer();
    type('Kept');
    press();
    await expectSent('Kept');
    finish(new Error('unexpected'));
    await waitFor(() => expect(currentToast()?.message).toBe('That did not work. Nothing was changed. Try again.'));
    expect(box.value).toBe('Kept');
  });

  test('restores a comment draft after the app was closed', async () => {
    const { store, expectSent, box, press, finish } = await renderComposer('half a thou');
    await waitFor(() => expect(box.value).toBe('half a thou'));
    press();
    await expectSent('half a thou');
    finish();
    await waitFor(async () => expect(await savedDraft(store.db, DRAFT)).toBeNull());
  });

  test('restores a comment draft that an older version stored as a plain string', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    await store.db.meta.put({ key: `draft:${DRAFT}`, value: 'half a thou' });
    show(store, <Composer thread={COMMUNITY} onSend={async () => {}} />);
    const box = await field('Write a comment');
    await waitFor(() => expect(box.value).toBe('half a thou'));
  });

  test('does not replace the typed text of a comment with a stored draft', async () => {
    const { store, box, type } = await renderComposer('half a thou');
    type('new');
    expect(await savedDraft(store.db, DRAFT)).toMatchObject({ text: 'new' });
    expect(box.value).toBe('new');
  });
});

describe('comment edited in place', () => {
  const showEdit = (store: Store, onSave: (text: string) => Promise<unknown>) => {
    const onClose = vi.fn<() => void>();
    const texts = { draft: 'comment-edit:1', label: 'Edit comment', text: 'old', saveLabel: 'Save' };
    show(store, <CommentEdit {...texts} onSave={onSave} onClose={onClose} />);
    return onClose;
  };

  test('keeps the text of an edited comment until it is saved, even if the app is closed', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    showEdit(store, async () => {});
    fireEvent.change(await field('Edit comment'), { target: { value: 'half a thou' } });
    cleanup();
    const saved: string[] = [];
    const onClose = showEdit(store, async (text) => saved.push(text));
    const box = await field('Edit comment');
    await waitFor(() => expect(box.value).toBe('half a thou'));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saved).toEqual(['half a thou']);
    await waitFor(async () => expect(await store.db.meta.count()).toBe(0));
  });

  test('discards the changed text of a comment when the edit is cancelled', async () => {
    const { store } = makeDevice('2026-05-03T10:00:00.000Z');
    const onClose = showEdit(store, async () => {});
    fireEvent.change(await field('Edit comment'), { target: { value: 'half a thou' } });
    expect(await store.db.meta.count()).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await store.db.meta.count()).toBe(0);
  });
});
