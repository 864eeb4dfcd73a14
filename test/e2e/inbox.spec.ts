import { Client } from './helpers/client.ts';
import { findAccessibilityViolations } from './helpers/barriers.ts';
import { expect, test } from './helpers/home.ts';

test('opens an answered request offline from the inbox, and marks its notification as read', async ({
  page,
  context,
  server,
}) => {
  const learner = await Client.logIn(server.url, 'learner');
  const newTicket = { type: 'question', subject: 'Where is the reading room?', body: 'I cannot find it.' } as const;
  const { id } = (await learner.call('tickets.create', { body: newTicket })) as { id: string };
  const consultant = await Client.logIn(server.url, 'consultant2');
  await consultant.call('tickets.update', { body: { id, action: 'take' } });
  await consultant.call('tickets.update', { body: { id, action: 'reply', body: 'On the second floor.' } });
  await page.goto('/inbox');
  const notification = page.getByRole('listitem').filter({ hasText: newTicket.subject });
  await expect(notification).toContainText('Your request was answered');
  await expect(notification.getByText('New')).toBeVisible();
  expect(await findAccessibilityViolations(page, 'inbox')).toEqual([]);
  await context.setOffline(true);
  await notification.getByRole('link').click();
  await expect(page.getByText('On the second floor.')).toBeVisible();
  await page.goBack();
  await expect(notification).toBeVisible();
  await expect(notification.getByText('New')).toHaveCount(0);
});
