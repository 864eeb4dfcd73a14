import type { Locator } from '@playwright/test';

const segment = (field: Locator, type: string): Locator => field.locator(`[data-type="${type}"]`);

/** Returns the time field with this label. */
export const timeField = (scope: Locator, label: string): Locator => scope.getByRole('group', { name: label });

/** Types a time such as "08:00" into a time field. */
export async function typeTime(field: Locator, time: string): Promise<void> {
  await segment(field, 'hour').click();
  await field.page().keyboard.type(time.replace(':', ''));
}

/** Clears the hour of a time field. */
export async function clearHour(field: Locator): Promise<void> {
  await segment(field, 'hour').click();
  await field.page().keyboard.press('Backspace');
  await field.page().keyboard.press('Backspace');
}
