import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Checkbox } from '../../src/ui/checkbox.tsx';
import { ComboField } from '../../src/ui/combo-field.tsx';
import { MenuButton } from '../../src/ui/menu-button.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { chooseOption, typeOption } from './controls.ts';

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

const show = (element: ReactElement): unknown => render(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

describe('checkboxes and switches', () => {
  it('name a checkbox by its label and describe it by its error', () => {
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

  it('turn a setting off', () => {
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

  it('name a select by value and label, describe it by its error, and offer the empty option', async () => {
    const onChange = vi.fn();
    const field = { label: 'Country', placeholder: 'None', errorMessage: 'Choose one', options };
    show(<SelectField {...field} value="DE" onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Germany Country', description: 'Choose one' })).toBeTruthy();
    await chooseOption('Country', 'None');
    expect(onChange).toHaveBeenCalledWith('');
  });

  it('open a select by keyboard and choose with Enter', async () => {
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

  it('find an option by typing without its accents, and clear the value with the text', async () => {
    const onChange = vi.fn();
    show(<ComboField label="Country" placeholder="None" options={options} value="DE" onChange={onChange} />);
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' });
    expect(input.value).toBe('Germany');
    await typeOption('Country', 'cote', "Côte d'Ivoire");
    expect(onChange).toHaveBeenCalledWith('CI');
    fireEvent.change(input, { target: { value: '' } });
    expect(onChange).toHaveBeenLastCalledWith('');
  });
});

describe('menus', () => {
  it('open by keyboard, move with the arrows, run an action and give the focus back', async () => {
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
});
