import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PhotoField, type PhotoFieldProps } from '../../src/components/media/photo-field.tsx';
import { type ChosenPhoto, preparePhoto } from '../../src/components/media/prepare-photo.ts';

vi.mock('../../src/components/media/prepare-photo.ts', () => ({ preparePhoto: vi.fn() }));

const photo: ChosenPhoto = { sha256: 'a'.repeat(64), mime: 'image/jpeg', data: new ArrayBuffer(9) };
const onTake = vi.fn();

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
beforeEach(() => vi.clearAllMocks());

const show = (props: Partial<PhotoFieldProps> = {}) =>
  render(
    <I18nProvider i18n={i18n}>
      <PhotoField hasPhoto={false} onTake={onTake} onRemove={null} {...props} />
    </I18nProvider>,
  );

const simulateTouchScreen = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ media, matches: media === '(pointer: coarse)' },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
  }));

const choose = (label: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(['x'], 'x.jpg')] } }));

it('passes a photo to the form, cropped to a square if the field requires it', async () => {
  vi.mocked(preparePhoto).mockResolvedValueOnce({ ok: true, photo });
  show({ square: 512 });
  await choose('Photo file');
  expect(preparePhoto).toHaveBeenCalledWith(expect.any(File), 512);
  expect(onTake).toHaveBeenCalledExactlyOnceWith(photo);
});

it('shows why a file cannot be used as a photo, until another file is chosen', async () => {
  vi.mocked(preparePhoto).mockResolvedValueOnce({ ok: false, why: 'too_heavy' });
  show({ errorMessage: 'A photo is required' });
  expect(screen.getByText('A photo is required')).toBeTruthy();
  await choose('Photo file');
  expect(screen.getByText(/larger than 10 MB/)).toBeTruthy();
  expect(screen.queryByText('A photo is required')).toBeNull();
  expect(onTake).not.toHaveBeenCalled();
  vi.mocked(preparePhoto).mockResolvedValueOnce({ ok: true, photo });
  await choose('Photo file');
  expect(screen.queryByText(/larger than 10 MB/)).toBeNull();
});

it('offers the camera only on a touch screen, and only if the field allows it', () => {
  const { unmount } = show({ withCamera: true });
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull();
  unmount();
  simulateTouchScreen();
  const { unmount: leave } = show();
  expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull();
  leave();
  show({ withCamera: true });
  expect(screen.getByRole('button', { name: 'Take photo' })).toBeTruthy();
});

it('takes a photo with the rear camera of a phone', async () => {
  vi.mocked(preparePhoto).mockResolvedValueOnce({ ok: true, photo });
  simulateTouchScreen();
  show({ withCamera: true });
  expect(screen.getByLabelText('Photo from the camera').getAttribute('capture')).toBe('environment');
  await choose('Photo from the camera');
  expect(onTake).toHaveBeenCalledExactlyOnceWith(photo);
});

it('offers to remove a photo only if the field allows it', () => {
  const onRemove = vi.fn();
  const { unmount } = show({ hasPhoto: true });
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
  unmount();
  show({ hasPhoto: true, onRemove });
  expect(screen.getByRole('button', { name: 'Choose another photo' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }));
  expect(onRemove).toHaveBeenCalledOnce();
});
