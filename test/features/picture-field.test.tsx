import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PictureField } from '../../src/components/media/picture-field.tsx';
import { type ChosenPhoto, preparePhoto, type PhotoResult } from '../../src/components/media/prepare-photo.ts';
import { stubFileUrls } from './stub-browser.ts';

vi.mock('../../src/components/media/prepare-photo.ts', () => ({ preparePhoto: vi.fn() }));

const photo = (letter: string): ChosenPhoto => ({
  sha256: letter.repeat(64),
  mime: 'image/jpeg',
  data: new ArrayBuffer(9),
});

function FieldWithPhotos({ first }: { first: readonly ChosenPhoto[] }): ReactElement {
  const [photos, setPhotos] = useState(first);
  return (
    <>
      <PictureField photos={photos} onChange={setPhotos} />
      <p data-testid="chosen">{photos.map(({ sha256 }) => sha256[0]).join(' ')}</p>
      <button onClick={() => setPhotos([])}>Sent</button>
    </>
  );
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
beforeEach(() => void stubFileUrls());

const chosen = (): string | null => screen.getByTestId('chosen').textContent;

function choose(count: number): void {
  const files = Array.from({ length: count }, (_, index) => new File(['x'], `${index}.jpg`, { type: 'image/jpeg' }));
  fireEvent.change(screen.getByLabelText('Picture files'), { target: { files } });
}

function show(first: readonly ChosenPhoto[]): void {
  render(
    <I18nProvider i18n={i18n}>
      <FieldWithPhotos first={first} />
    </I18nProvider>,
  );
}

it('a picture that is ready only after a message was sent goes into the next message', async () => {
  const { promise, resolve } = Promise.withResolvers<PhotoResult>();
  vi.mocked(preparePhoto).mockReturnValueOnce(promise);
  show([photo('a')]);
  choose(1);
  fireEvent.click(screen.getByText('Sent'));
  await act(async () => resolve({ ok: true, photo: photo('b') }));
  expect(chosen()).toBe('b');
});

it('accepts at most five pictures and no duplicates', async () => {
  for (const letter of ['a', 'b', 'c', 'd']) {
    vi.mocked(preparePhoto).mockResolvedValueOnce({ ok: true, photo: photo(letter) });
  }
  show([photo('a')]);
  await act(async () => choose(6));
  expect(chosen()).toBe('a b c d');
  expect(screen.getByText('Up to five pictures per message')).toBeTruthy();
});
