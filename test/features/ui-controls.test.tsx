import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Checkbox } from '../../src/ui/checkbox.tsx';
import { ComboField } from '../../src/ui/combo-field.tsx';
import { GroupedMenu, type MenuGroup } from '../../src/ui/grouped-menu.tsx';
import { MenuButton } from '../../src/ui/menu-button.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { chooseOption, typeOption } from './controls.ts';
import { setWidth } from './stub-browser.ts';

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

const show = (element: ReactElement): unknown => render(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

describe('checkboxes and switches', () => {
  it('a checkbox is named by its label and described by its error', () => {
    const onChange = vi.fn();
    show(
      <Checkbox isChecked={false} onChange={onChange} errorMessage="Please agree">
        I agree
      </Checkbox>,
    );
    const box = screen.getByRole('checkbox', { name: 'I agree', description: 'Please agree' });
    expect(box.getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(box);
    expect(onChange).toHaveBeenCalledWith(true);
  });

  it('a switch turns a setting off', () => {
    const onChange = vi.fn();
    show(
      <Switch isOn onChange={onChange}>
        Wi-Fi only
      </Switch>,
    );
    const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Wi-Fi only' });
    expect(control.checked).toBe(true);
    fireEvent.click(control);
    expect(onChange).toHaveBeenCalledWith(false);
  });
});

describe('selects and combo boxes', () => {
  const options = [
    { value: 'DE', label: 'Germany' },
    { value: 'CI', label: "Côte d'Ivoire" },
  ];

  it('a select is named by its value and label, described by its error, and offers the empty option', async () => {
    const onChange = vi.fn();
    const field = { label: 'Country', placeholder: 'None', errorMessage: 'Choose one', options };
    show(<SelectField {...field} value="DE" onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Germany Country', description: 'Choose one' })).toBeTruthy();
    await chooseOption('Country', 'None');
    expect(onChange).toHaveBeenCalledWith('');
  });

  it('a select opens by keyboard and chooses with Enter', async () => {
    const onChange = vi.fn();
    show(<SelectField label="Country" options={options} value="DE" onChange={onChange} />);
    const button = screen.getByRole('button', { name: 'Germany Country' });
    act(() => button.focus());
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    fireEvent.keyUp(button, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Germany'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Côte d'Ivoire"));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    fireEvent.keyUp(document.activeElement ?? document.body, { key: 'Enter' });
    expect(onChange).toHaveBeenCalledWith('CI');
  });

  it('a combo box finds an option typed without accents, and is cleared with its text', async () => {
    const onChange = vi.fn();
    show(<ComboField label="Country" placeholder="None" options={options} value="DE" onChange={onChange} />);
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
    expect(input.value).toBe('Germany');
    await typeOption('Country', 'cote', "Côte d'Ivoire");
    expect(onChange).toHaveBeenCalledWith('CI');
    fireEvent.change(input, { target: { value: '' } });
    expect(onChange).toHaveBeenLastCalledWith('');
  });

  it('a combo box says that a typed text is not in its list when it removes the text', async () => {
    const onChange = vi.fn();
    show(
      <>
        <ComboField label="Country" placeholder="None" options={options} value="" onChange={onChange} />
        <button type="button">Next</button>
      </>,
    );
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
    const type = (text: string): void => {
      act(() => input.focus());
      fireEvent.change(input, { target: { value: text } });
    };
    const leave = (): void => act(() => screen.getByText('Next').focus());
    type('Atlantis');
    expect(screen.queryByText(/is not in the list/)).toBeNull();
    leave();
    expect(await screen.findByText('“Atlantis” is not in the list')).toBeTruthy();
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['', 'true']);
    type('A');
    expect(screen.queryByText(/is not in the list/)).toBeNull();
    type('');
    leave();
    expect(screen.queryByText(/is not in the list/)).toBeNull();
    type('Lemuria');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(await screen.findByText('“Lemuria” is not in the list')).toBeTruthy();
    await typeOption('Country', 'Germ', 'Germany');
    expect(screen.queryByText(/is not in the list/)).toBeNull();
  });

  it('a combo box completes a part of the name of the selected option without a message', async () => {
    show(<ComboField label="Country" options={options} value="DE" onChange={() => {}} />);
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
    act(() => input.focus());
    fireEvent.change(input, { target: { value: 'germ' } });
    act(() => input.blur());
    await waitFor(() => expect(input.value).toBe('Germany'));
    expect(screen.queryByText(/is not in the list/)).toBeNull();
  });
});

describe('menus', () => {
  it('a menu opens by keyboard, moves with the arrow keys, runs an action and returns the focus', async () => {
    const edit = vi.fn();
    const block = vi.fn();
    const actions = [
      { key: 'edit', label: 'Edit', onPress: edit },
      { key: 'block', label: 'Block', onPress: block },
    ];
    show(<MenuButton actions={actions}>More</MenuButton>);
    const button = screen.getByRole('button', { name: 'More' });
    act(() => button.focus());
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    fireEvent.keyUp(button, { key: 'ArrowDown' });
    await screen.findByRole('menu', { name: 'More' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Block'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' });
    fireEvent.keyUp(document.activeElement ?? document.body, { key: 'Enter' });
    expect(block).toHaveBeenCalledOnce();
    expect(edit).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  const makeGroups = (edit: () => void, remove: () => void): MenuGroup[] => [
    { key: 'organise', title: 'Organise', actions: [{ key: 'edit', label: 'Edit', icon: null, onPress: edit }] },
    { key: 'none', title: 'Hand over', actions: [] },
    {
      ...{ key: 'end', title: 'Close or remove', isDestructive: true },
      actions: [{ key: 'remove', label: 'Remove', icon: null, onPress: remove }],
    },
  ];

  it.each([
    ['a sheet on a phone', 719],
    ['a popover on a wider screen', 720],
  ])('a menu with groups opens as %s, leaves out empty groups and puts destructive actions last', async (_, width) => {
    setWidth(width);
    const remove = vi.fn();
    show(
      <GroupedMenu icon={null} title="Ivan Petrov" groups={makeGroups(vi.fn(), remove)}>
        More
      </GroupedMenu>,
    );
    const button = screen.getByRole('button', { name: 'More' });
    act(() => button.focus());
    fireEvent.click(button);
    const menu = within(await screen.findByRole('menu', { name: 'More' }));
    expect(screen.queryByRole('dialog', { name: 'Ivan Petrov' }) === null).toBe(width >= 720);
    expect(menu.getAllByRole('group').map((group) => group.textContent)).toEqual(['OrganiseEdit', 'Remove']);
    expect(menu.getByRole('group', { name: 'Close or remove' }).dataset['destructive']).toBe('true');
    fireEvent.click(menu.getByRole('menuitem', { name: 'Remove' }));
    expect(remove).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
