import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { z } from '../../contract/zod.ts';
import { ErrorSummary } from '../../src/forms/error-summary.tsx';
import { FormTextField } from '../../src/forms/fields.tsx';
import { Form, SubmitButton } from '../../src/forms/form.tsx';
import { requiredText } from '../../src/forms/schema.ts';
import { useAppForm } from '../../src/forms/use-app-form.ts';

interface Values {
  city: string;
  name: string;
  phones: { number: string }[];
}

const number = z.string().check(z.minLength(5, { error: 'phone_invalid' }));
const schema = z.object({
  city: z.string().check(z.maxLength(3, { error: 'too_long' })),
  phones: z.array(z.object({ number })),
  name: requiredText(z.string()),
});

function Contact({ onGo }: { onGo?: (path: string) => void }): ReactElement {
  const form = useAppForm<Values, Values>({
    schema,
    initial: { city: 'Berlin', name: '', phones: [{ number: '123456' }, { number: '1' }, { number: '2' }] },
    onSubmit: async () => {},
  });
  const { control } = form;
  return (
    <Form form={form}>
      <ErrorSummary
        form={form}
        labels={{ name: 'Name', phones: 'Phone', city: 'City' }}
        missingTitle="Fill in the empty fields"
        {...(onGo && { onFocusField: onGo })}
      />
      <FormTextField control={control} name="name" label="Your name" />
      {[0, 1, 2].map((line) => (
        <FormTextField key={line} control={control} name={`phones.${line}.number`} label={`Number ${line}`} />
      ))}
      <FormTextField control={control} name="city" label="Your city" />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  );
}

const show = (element: ReactElement): unknown => render(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const summary = () => screen.queryByRole('alert');
const links = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('button')
    .map((link) => link.textContent);
const field = (label: string) => screen.getByRole('textbox', { name: label });
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

it('the error summary lists invalid fields in screen order, and only after a submit', async () => {
  show(<Contact />);
  type('Your city', 'Paris');
  expect(summary()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Fill in the empty fields');
  expect(links()).toEqual(['Name', 'Phone', 'City']);
});

it('a link of the error summary focuses its field, or the first invalid field of a list', async () => {
  show(<Contact />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(field('Your name')));
  fireEvent.click(screen.getByRole('button', { name: 'Phone' }));
  await waitFor(() => expect(document.activeElement).toBe(field('Number 1')));
  fireEvent.click(screen.getByRole('button', { name: 'City' }));
  await waitFor(() => expect(document.activeElement).toBe(field('Your city')));
});

it('removes a corrected field from the error summary, and removes the summary with its last error', async () => {
  show(<Contact />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Fill in the empty fields');
  type('Your name', 'Anna');
  await screen.findByText('Correct these fields');
  expect(links()).toEqual(['Phone', 'City']);
  type('Number 1', '12345');
  type('Number 2', '12345');
  type('Your city', 'Ulm');
  await waitFor(() => expect(summary()).toBeNull());
});

it('a link of the error summary tells the form which field to reveal', async () => {
  const onGo = vi.fn();
  show(<Contact onGo={onGo} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Phone' }));
  expect(onGo.mock.lastCall?.[0]).toBe('phones.1.number');
});

it('validates a field 150 ms after blur, so that a pressed button does not move', async () => {
  show(<Contact />);
  const city = field('Your city');
  type('Your city', 'Paris');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.blur(city);
  await act(() => vi.advanceTimersByTimeAsync(149));
  expect(city.getAttribute('aria-invalid')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  vi.useRealTimers();
  await waitFor(() => expect(city.getAttribute('aria-invalid')).toBe('true'));
});
