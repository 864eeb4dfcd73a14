import { act, fireEvent, screen, within } from '@testing-library/react';

/** The button of a select, which is named by its value and its label. */
export const selectOf = (label: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('button', { name: typeof label === 'string' ? new RegExp(`${label}$`) : label });

/** The options that a select offers. */
export async function openSelect(label: string | RegExp): Promise<ReturnType<typeof within>> {
  fireEvent.click(await selectOf(label));
  return within(await screen.findByRole('listbox'));
}

/** Chooses an option of a select. */
export async function chooseOption(label: string | RegExp, option: string | RegExp): Promise<void> {
  fireEvent.click((await openSelect(label)).getByRole('option', { name: option }));
}

/** Types into a combo box and chooses what it then offers. */
export async function typeOption(label: string | RegExp, text: string, option: string | RegExp): Promise<void> {
  const input = await screen.findByRole('combobox', { name: label });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: text } });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
