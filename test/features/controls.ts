import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Returns the button of a select. The name of the button consists of the value and the label of the select. */
export const selectOf = (label: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('button', { name: typeof label === 'string' ? new RegExp(`${label}$`) : label });

/** Opens a select. Returns its options. */
export async function openSelect(label: string | RegExp): Promise<ReturnType<typeof within>> {
  fireEvent.click(await selectOf(label));
  return within(await screen.findByRole('listbox'));
}

/** Waits until the list has closed. Before that, the rest of the page is hidden and may not show the new value. */
const waitForClosedList = (): Promise<void> => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

/** Chooses an option of a select. */
export async function chooseOption(label: string | RegExp, option: string | RegExp): Promise<void> {
  fireEvent.click((await openSelect(label)).getByRole('option', { name: option }));
  await waitForClosedList();
}

/** Types into a combo box, and chooses one of the options that it then shows. */
export async function typeOption(label: string | RegExp, text: string, option: string | RegExp): Promise<void> {
  const input = await screen.findByRole('combobox', { name: label });
  act(() => input.focus());
  fireEvent.change(input, { target: { value: text } });
  fireEvent.click(await screen.findByRole('option', { name: option }));
}

/** Returns the group of a date or time field. */
export const dateField = (label: string | RegExp): Promise<HTMLElement> => screen.findByRole('group', { name: label });

type SegmentType = 'day' | 'month' | 'year' | 'hour' | 'minute';

const segmentOf = (field: HTMLElement, type: SegmentType): HTMLElement => {
  const segment = field.querySelector<HTMLElement>(`[data-type="${type}"]`);
  if (!segment) throw new Error(`no ${type} in this field`);
  return segment;
};

/** Types digits into one segment of a date or time field, as a person would. */
export function typeSegment(field: HTMLElement, type: SegmentType, digits: string): void {
  act(() => segmentOf(field, type).focus());
  for (const data of digits) {
    const event = new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true });
    fireEvent(segmentOf(field, type), event);
  }
}

/** Clears one segment of a date or time field. */
export function clearSegment(field: HTMLElement, type: SegmentType): void {
  act(() => segmentOf(field, type).focus());
  const digits = segmentOf(field, type).textContent ?? '';
  for (const _ of digits) {
    const event = { inputType: 'deleteContentBackward', bubbles: true, cancelable: true };
    if (!segmentOf(field, type).hasAttribute('data-placeholder'))
      fireEvent(segmentOf(field, type), new InputEvent('beforeinput', event));
  }
}

/** Removes the focus from a field, so that the field completes the typed value. */
export const leaveField = (): void => act(() => (document.activeElement as HTMLElement | null)?.blur());

/** Types a date such as "2026-05-03", or "2026-05-03T14:20" if the field has a time. */
export async function typeDate(field: string | RegExp | HTMLElement, text: string): Promise<void> {
  const group = field instanceof HTMLElement ? field : await dateField(field);
  const [year = '', month = '', day = '', hour, minute] = text.split(/[-T:]/);
  typeSegment(group, 'day', day);
  typeSegment(group, 'month', month);
  typeSegment(group, 'year', year);
  if (hour !== undefined) typeSegment(group, 'hour', hour);
  if (minute !== undefined) typeSegment(group, 'minute', minute);
  leaveField();
}

/** Types a time such as "14:20". */
export async function typeTime(field: string | RegExp | HTMLElement, text: string): Promise<void> {
  const group = field instanceof HTMLElement ? field : await dateField(field);
  const [hour = '', minute = ''] = text.split(':');
  typeSegment(group, 'hour', hour);
  typeSegment(group, 'minute', minute);
  leaveField();
}

/** Returns the text shown in a date or time field, such as "03/05/2026 14:20". */
export const fieldText = (field: HTMLElement): string =>
  [...field.querySelectorAll('[data-type]')]
    .map((segment) => segment.textContent)
    .join('')
    .replace(/[\u2066\u2069]/g, '');

/** Whether an element comes before another one in the document. */
export const isAbove = (element: Element, other: Element): boolean =>
  Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
