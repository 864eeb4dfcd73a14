import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setViewMode } from '../../src/lib/view-mode.ts';
import { logCallLinkProps } from '../../src/components/call/log-call.ts';
import { ActionLink } from '../../src/ui/action-row.tsx';
import { Button, IconButton, LinkButton, TextButton } from '../../src/ui/button.tsx';
import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx';
import { FabLink } from '../../src/ui/layout.tsx';
import { MenuButton } from '../../src/ui/menu-button.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { InRouter } from './in-router.tsx';
import { makeTask } from './task-maker.ts';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: true }) } }));

const REASON = 'You see the app as someone else. Nothing can be changed';
const refused = vi.fn();

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  refused.mockReset();
});
afterEach(() => setViewMode(null));

const show = (element: ReactElement): unknown => render(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

describe('controls while viewing as another person', () => {
  it('view mode locks submit buttons and buttons that write, with a reason, and no other buttons', () => {
    setViewMode(refused);
    const onPress = vi.fn();
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    show(
      <form onSubmit={onSubmit}>
        <Button writes onPress={onPress}>
          Finish
        </Button>
        <IconButton writes aria-label="Move up" onPress={onPress}>
          up
        </IconButton>
        <TextButton writes onPress={onPress}>
          Edit
        </TextButton>
        <Button type="submit">Save</Button>
        <Button onPress={onPress}>Next week</Button>
      </form>,
    );
    for (const name of ['Finish', 'Move up', 'Edit', 'Save']) {
      const button = screen.getByRole('button', { name, description: REASON });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(button);
    }
    expect([onPress.mock.calls.length, onSubmit.mock.calls.length, refused.mock.calls.length]).toEqual([0, 0, 4]);
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('view mode locks links to forms, so that they look and act like locked buttons', async () => {
    setViewMode(refused);
    show(
      <InRouter>
        <LinkButton to="/leads/new" writes>
          Add lead
        </LinkButton>
        <FabLink to="/contacts/new" writes>
          Add contact
        </FabLink>
        <ActionLink {...logCallLinkProps({ person: ANNA })} icon="log" aria-label="Log a call">
          Log
        </ActionLink>
        <LinkButton to="/leads">All leads</LinkButton>
      </InRouter>,
    );
    for (const name of ['Add lead', 'Add contact', 'Log a call'])
      fireEvent.click(await screen.findByRole('button', { name, description: REASON }));
    expect(refused).toHaveBeenCalledTimes(3);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['All leads']);
  });

  it('view mode locks the link that places a call, because the numbers of others are hidden', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true });
    await db.contacts.put(contactRow({ id: ANNA, phones: [{ number: '+4915112345678', label: '', invalid: false }] }));
    setViewMode(refused);
    await showApp(`/contacts/${ANNA}`, ports);
    fireEvent.click(await screen.findByRole('button', { name: 'Call', description: REASON }));
    expect(refused).toHaveBeenCalledTimes(1);
    expect(await savedMeta(db, 'call_intent')).toBeFalsy();
  });

  it('view mode locks switches and menu actions that write', async () => {
    setViewMode(refused);
    const change = vi.fn();
    show(
      <>
        <Switch isOn onChange={change}>
          Wi-Fi only
        </Switch>
        <MenuButton
          aria-label="Actions"
          actions={[
            { key: 'copy', label: 'Copy link', onPress: () => {} },
            { key: 'delete', label: 'Delete', writes: true, onPress: change },
          ]}
        >
          dots
        </MenuButton>
      </>,
    );
    expect(screen.getByRole('switch', { name: 'Wi-Fi only' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
    expect((await screen.findByRole('menuitem', { name: 'Delete' })).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('menuitem', { name: 'Copy link' }).getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(change).not.toHaveBeenCalled();
  });

  it('view mode locks the confirming button of a dialog, but not its cancel button', () => {
    setViewMode(refused);
    const [onClose, onConfirm] = [vi.fn(), vi.fn()];
    show(<ConfirmDialog isOpen onClose={onClose} onConfirm={onConfirm} title="Delete?" confirmLabel="Delete" />);
    fireEvent.click(screen.getByRole('button', { name: 'Delete', description: REASON }));
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('no button is locked outside of view mode', () => {
    const onPress = vi.fn();
    show(
      <Button writes onPress={onPress}>
        Finish
      </Button>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(onPress).toHaveBeenCalled();
  });

  it('view mode locks every action of a task', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports, { is_staff: true });
    const open = makeTask({ assignee_id: ANNA, author_id: ANNA });
    await db.tasks.put(open);
    setViewMode(refused);
    await showApp(`/tasks/${open.id}`, ports);
    for (const name of ['Start', 'Finish', 'Edit', 'Reschedule', 'Cancel task'])
      expect(await screen.findByRole('button', { name, description: REASON })).toBeTruthy();
  });
});
