import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { hoursFromNow } from './news-maker.ts';
import { IVAN, makePerson } from './people-maker.ts';

it('queues a Telegram message while offline, and shows an earlier one as not delivered', async () => {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
  await db.people.put(makePerson());
  await db.person_events.put({
    id: '0198c000-0000-7000-8000-0000000000e1',
    rev: 4,
    person_id: IVAN,
    kind: 'message',
    at: hoursFromNow(-1),
    by_id: ANNA,
    by_name: 'Anna Berg',
    detail: { text: 'Hello', via: 'telegram', delivery: 'failed' },
  });
  await showApp(`/user/view-details/${IVAN}`, ports);
  expect(await screen.findByText('Telegram: not delivered')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Message via Telegram' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Message Ivan Petrov via Telegram' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Send via Telegram' }));
  expect(await sheet.findByText('Please, fill this field')).toBeTruthy();
  fireEvent.change(sheet.getByRole('textbox'), { target: { value: 'See you at six' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Send via Telegram' }));
  const line = (await screen.findByText('See you at six', { selector: 'span' })).closest('li')!;
  await waitFor(() => expect(within(line).getByText('Not sent yet')).toBeTruthy());
  const queued = await db.outbox.toArray();
  expect(queued).toMatchObject([{ kind: 'person.message', args: { person_id: IVAN, text: 'See you at six' } }]);
  expect(await db.meta.get(`draft:message:${IVAN}`)).toBeUndefined();
});
