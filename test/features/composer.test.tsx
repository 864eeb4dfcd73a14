import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { COMMUNITY } from '../../contract/values.ts';
import { StoreProvider } from '../../src/hooks/store-context.tsx';
import { Composer } from '../../src/features/lessons/composer.tsx';
import { saveDraft, savedDraft } from '../../src/features/lessons/queries.ts';
import { phone } from './task-maker.ts';

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

/** The composer with a database, and what it was asked to save. `finish` ends a save. */
async function shown(draft = '') {
  const { store } = phone('2026-05-03T10:00:00.000Z');
  if (draft !== '') await saveDraft(store.db, COMMUNITY, draft);
  const sent: string[] = [];
  const endings: ((fault?: Error) => void)[] = [];
  const save = (text: string): Promise<void> => {
    sent.push(text);
    return new Promise((resolve, reject) => endings.push((fault) => (fault ? reject(fault) : resolve())));
  };
  render(
    <I18nProvider i18n={i18n}>
      <StoreProvider value={store}>
        <Composer thread={COMMUNITY} onSend={save} />
      </StoreProvider>
    </I18nProvider>,
  );
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  const finish = (fault?: Error) => endings.shift()?.(fault);
  return { store, sent, box, type, press, finish };
}

describe('comment composer', () => {
  test('sends one comment for two quick taps', async () => {
    const { sent, box, type, press, finish } = await shown();
    type('Once');
    press();
    press();
    expect(sent).toEqual(['Once']);
    finish();
    await waitFor(() => expect(box.value).toBe(''));
  });

  test('keeps text typed while a comment is being saved', async () => {
    const { store, box, type, press, finish } = await shown();
    type('First');
    press();
    type('First and more');
    finish();
    await waitFor(async () => expect(await savedDraft(store.db, COMMUNITY)).toBe('First and more'));
    expect(box.value).toBe('First and more');
  });

  test('reports an empty comment at the field and saves nothing', async () => {
    const { sent, box, type, press } = await shown();
    type('   ');
    press();
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('This field cannot be empty')).toBeTruthy();
    expect(sent).toEqual([]);
    expect(box.value).toBe('   ');
  });

  test('loses no text on a full disk and sends on retry', async () => {
    const { store, sent, box, type, press, finish } = await shown();
    type('Kept');
    press();
    finish(new Error('QuotaExceededError'));
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(box.value).toBe('Kept');
    expect(await savedDraft(store.db, COMMUNITY)).toBe('Kept');
    press();
    expect(sent).toEqual(['Kept', 'Kept']);
  });

  test('restores the draft after the app was closed', async () => {
    const { store, box, press, finish } = await shown('half a thou');
    expect(box.value).toBe('half a thou');
    press();
    finish();
    await waitFor(async () => expect(await savedDraft(store.db, COMMUNITY)).toBe(''));
  });
});
