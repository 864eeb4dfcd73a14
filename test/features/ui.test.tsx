import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { AppFrame } from '../../src/ui/app-frame.tsx';
import type { NavItem } from '../../src/ui/app-nav.tsx';
import { Avatar, initials } from '../../src/ui/avatar.tsx';
import { Button } from '../../src/ui/button.tsx';
import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx';
import { List, RowLink } from '../../src/ui/list.tsx';
import { ProgressBar } from '../../src/ui/progress.tsx';
import { RadioCards } from '../../src/ui/radio-cards.tsx';
import { Sheet } from '../../src/ui/sheet.tsx';
import { TextArea } from '../../src/ui/text-area.tsx';
import { PasswordField, SearchField, TextField } from '../../src/ui/text-field.tsx';
import { dismissToast, reserveToast, toast } from '../../src/ui/toast.ts';
import { Toaster } from '../../src/ui/toaster.tsx';
import { InRouter } from './in-router.tsx';

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

function show(element: ReactElement): void {
  render(
    <I18nProvider i18n={i18n}>
      <InRouter>{element}</InRouter>
    </I18nProvider>,
  );
}

const ignoreChange = (): void => {};

describe('fields', () => {
  it('a field links its label, description and error to the control', () => {
    show(
      <TextField
        label="E-mail"
        description="For news"
        errorMessage="Not an address"
        value="anna@"
        onChange={ignoreChange}
      />,
    );
    const input = screen.getByRole('textbox', { name: 'E-mail', description: 'For news Not an address' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('a field without description and error is valid and not described', () => {
    show(<TextField aria-label="Name" value="" onChange={ignoreChange} />);
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect(input.hasAttribute('aria-invalid')).toBe(false);
    expect(input.hasAttribute('aria-describedby')).toBe(false);
  });

  it('a password field shows and hides the password', () => {
    show(<PasswordField label="Password" autoComplete="current-password" value="secret" onChange={ignoreChange} />);
    const input = screen.getByLabelText('Password', { selector: 'input' });
    expect(input.getAttribute('type')).toBe('password');
    fireEvent.click(screen.getByRole('button'));
    expect(input.getAttribute('type')).toBe('text');
    expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe('true');
  });

  it('a search field is cleared on Escape', () => {
    const onChange = vi.fn();
    show(<SearchField aria-label="Search" value="keller" onChange={onChange} />);
    fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Search' }), { key: 'Escape' });
    expect(onChange).toHaveBeenCalledWith('');
  });

  it('a text area submits on Ctrl+Enter but not on Enter', () => {
    const submit = vi.fn();
    show(<TextArea aria-label="Comment" value="Hello" onChange={ignoreChange} submit={submit} />);
    const area = screen.getByRole('textbox', { name: 'Comment' });
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(submit).not.toHaveBeenCalled();
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    expect(submit).toHaveBeenCalledOnce();
  });

  it('radio cards are labelled by their title and report errors', () => {
    const onChange = vi.fn();
    const options = [
      { value: 'mine', title: '+49 1', subtitle: 'Yours' },
      { value: 'hers', title: '+49 2', subtitle: 'Olga' },
    ];
    show(<RadioCards label="Phone" options={options} value="" onChange={onChange} errorMessage="Choose one" />);
    expect(screen.getByRole('radiogroup', { name: 'Phone', description: 'Choose one' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /\+49 2\s*Olga/ }));
    expect(onChange).toHaveBeenCalledWith('hers');
  });
});

describe('sheets', () => {
  function Opener(): ReactElement {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <Button onPress={() => setOpen(true)}>Edit</Button>
        <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title="Edit contact">
          <p>Inside</p>
        </Sheet>
      </>
    );
  }

  it('a sheet traps focus, closes on Escape and restores focus', async () => {
    show(<Opener />);
    const opener = screen.getByRole('button', { name: 'Edit' });
    act(() => opener.focus());
    fireEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Edit contact' });
    // After a click by keyboard or screen reader, the focus moves only in the next frame, so wait for it.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement ?? dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('a dangerous confirmation focuses its cancel button', async () => {
    const onConfirm = vi.fn();
    const question = { isOpen: true, isDanger: true, onClose: ignoreChange, onConfirm, title: 'Delete Anna?' };
    show(<ConfirmDialog {...question} confirmLabel="Delete contact" cancelLabel="Keep" />);
    expect(await screen.findByRole('alertdialog', { name: 'Delete Anna?' })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep');
    fireEvent.click(screen.getByRole('button', { name: 'Delete contact' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

describe('toaster', () => {
  it('a toast announces information politely and errors assertively', () => {
    show(<Toaster />);
    act(() => void toast('Contact saved', { tone: 'ok' }));
    expect(screen.getByRole('status').textContent).toContain('Contact saved');
    expect(screen.getByRole('alert').textContent).toBe('');
    act(() => void toast('The photo is too large', { tone: 'error' }));
    expect(screen.getByRole('alert').textContent).toContain('ErrorThe photo is too large');
    expect(screen.getByRole('status').textContent).not.toContain('Error');
    expect(screen.getByRole('status').textContent).not.toContain('photo');
  });

  it('a toast with a translatable text follows a change of the language', () => {
    show(<Toaster />);
    act(() => void toast({ id: 'logged-in', message: 'Logged in' }));
    expect(screen.getByRole('status').textContent).toContain('Logged in');
    act(() => i18n.loadAndActivate({ locale: 'de', messages: { 'logged-in': 'Angemeldet' } }));
    expect(screen.getByRole('status').textContent).toContain('Angemeldet');
    act(() => dismissToast());
  });

  it('a toast runs its action once and closes', () => {
    const onPress = vi.fn();
    show(<Toaster />);
    act(() => void toast('Deleted', { action: { label: 'Undo', onPress } }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(onPress).toHaveBeenCalledOnce();
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('a toast is out of the tab order while a sheet makes the page inert', async () => {
    const Page = ({ isOpen }: { isOpen: boolean }) => (
      <I18nProvider i18n={i18n}>
        <main />
        <Sheet isOpen={isOpen} onClose={ignoreChange} title="Log a call" />
        <Toaster />
      </I18nProvider>
    );
    const { rerender } = render(<Page isOpen={false} />);
    act(() => void toast('Saved', { action: { label: 'Undo', onPress: ignoreChange }, stays: null }));
    const order = () =>
      ['Undo', 'Close'].map((name) => {
        const region = within(screen.getByText('Saved').closest<HTMLElement>('[role="status"]')!);
        return region.getByRole('button', { name }).tabIndex;
      });
    expect(order()).toEqual([0, 0]);
    rerender(<Page isOpen />);
    await waitFor(() => expect(order()).toEqual([-1, -1]));
    rerender(<Page isOpen={false} />);
    await waitFor(() => expect(order()).toEqual([0, 0]));
    act(() => dismissToast());
  });

  it('shows one toast at a time: the one of the latest action, even if its text arrives later', () => {
    show(<Toaster />);
    const lines = () => [...screen.getByRole('status').children].map((line) => line.textContent);
    act(() => {
      toast('one');
      toast('two');
    });
    expect(lines()).toEqual(['two']);
    const [earlier, later] = [reserveToast(), reserveToast()];
    act(() => void toast('later', { id: later }));
    act(() => void toast('earlier', { id: earlier }));
    expect(lines()).toEqual(['later']);
  });

  it('a polite toast disappears automatically, and an error stays', () => {
    vi.useFakeTimers();
    show(<Toaster />);
    act(() => {
      toast('Contact saved');
    });
    act(() => void vi.advanceTimersByTime(6000));
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => void toast('Not enough room', { tone: 'error' }));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByRole('alert').textContent).toContain('Not enough room');
    vi.useRealTimers();
  });
});

describe('lists and the frame of the app', () => {
  it('the initials of a person keep their colour when the person is renamed', () => {
    const id = '0198c000-0000-7000-8000-000000000001';
    const tone = (name: string, of: string | null) => {
      const { container, unmount } = render(<Avatar name={name} id={of} />);
      const found = (container.firstChild as HTMLElement).dataset.tone;
      unmount();
      return found;
    };
    expect(tone('Renata', id)).toBe(tone('Renate', id));
    expect(tone('Renata', null)).not.toBe(tone('Renate', null));
  });

  it('the title of a list row is its link, separate from its control', () => {
    const onPress = vi.fn();
    show(
      <List aria-label="Tasks">
        <RowLink
          title="Call Sergey"
          subtitle="12:30"
          to="/tasks/$taskId"
          params={{ taskId: '1' }}
          isCurrent
          trailing={<Button onPress={onPress}>Start</Button>}
        />
      </List>,
    );
    const link = screen.getByRole('link', { name: 'Call Sergey' });
    expect(link.getAttribute('href')).toBe('/tasks/1');
    expect(link.getAttribute('aria-current')).toBe('true');
    const row = within(screen.getByRole('list', { name: 'Tasks' })).getByRole('listitem');
    fireEvent.click(within(row).getByRole('button', { name: 'Start' }));
    expect(onPress).toHaveBeenCalledOnce();
  });

  it('the navigation marks the current page, reads its counts out as text, and can be skipped', () => {
    const items: NavItem[] = [
      { key: 'home', label: 'Home', icon: null, to: '/dashboard', isCurrent: true },
      { key: 'tasks', label: 'Tasks', icon: null, to: '/tasks', count: 6, countLabel: 'not finished' },
    ];
    show(
      <AppFrame brand={{ name: 'Haversack' }} items={items}>
        <h1>Page</h1>
      </AppFrame>,
    );
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: /^Tasks\s*,\s*6\s*not finished$/ }).hasAttribute('aria-current')).toBe(
      false,
    );
    const skip = document.querySelector('a[href="#content"]');
    fireEvent.click(skip ?? document.body);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('a progress bar never shows less than 0% or more than 100%', () => {
    show(<ProgressBar aria-label="Lesson" value={1.4} />);
    expect(screen.getByRole('progressbar', { name: 'Lesson' }).getAttribute('aria-valuenow')).toBe('100');
    show(<ProgressBar aria-label="Book" value={-0.4} />);
    expect(screen.getByRole('progressbar', { name: 'Book' }).getAttribute('aria-valuenow')).toBe('0');
  });

  it.each([
    ['Maria Keller', 'MK'],
    ['Тимур Назаров', 'ТН'],
    ['Sergey B.', 'SB'],
    ['Anna', 'A'],
    ['', ''],
  ])('abbreviates the name %s to the initials %s', (name, short) => {
    expect(initials(name)).toBe(short);
  });
});
