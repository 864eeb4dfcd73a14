import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** The button of a select, which is named by its value and its label. */
export const selectOf = (label: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('button', { name: typeof label === 'string' ? new RegExp(`${label}$`) : label });

/** The options that a select offers. */
export async function openSelect(label: string | RegExp): Promise<ReturnType<typeof within>> {
  fireEvent.click(await selectOf(label));
  return within(await screen.findByRole('listbox'));
}

/** Until the list has closed, the rest of the page is hidden and may not have the new value. */
const listClosed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

/** Chooses an option of a select. */
export async function chooseOption(label: string | RegExp, option: string | RegExp): Promise<void> {
  fireEvent.click((await openSelect(label)).getByRole('option', { name: option }));
  await listClosed();
}

/** Types into a combo box and chooses what it then offers. */
export async function typeOption(label: string | RegExp, text: string, option: string | RegExp): Promise<void> {
  const input = await screen.findByRole('combobox', { name: label });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: text } });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
