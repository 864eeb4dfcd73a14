import type { Page } from '@playwright/test';
import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { Client } from './client.ts';
import { expect } from './home.ts';
import { tableRows } from './phone.ts';

/** Creates a task of the consultant that is the next task on the day screen, and waits until it is shown there. */
export async function addNextTask(page: Page, client: Client, type: 'call' | 'meet', title: string): Promise<string> {
  const person = (await tableRows<Person>(page, 'people')).find(
    ({ phone, responsible_id }) => phone && responsible_id,
  )!;
  const start_at = new Date(Date.now() - 300 * 86_400_000).toISOString();
  // Another test may have left a running task, which the day screen would show first.
  const running = (await tableRows<Task>(page, 'tasks')).filter(({ state }) => state === 'in_progress');
  for (const task of running)
    await client.call('tasks.update', { body: { id: task.id, action: 'pause', at: new Date().toISOString() } });
  const { id } = await client.call('tasks.create', { body: { type, title, start_at, linked_user_id: person.id } });
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  return id;
}
