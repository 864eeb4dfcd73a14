import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { formatDateTime } from '../../src/lib/dates.ts';
import { DateTimeField, type DateTimeFieldProps } from '../../src/ui/date-time-field.tsx';
import { TimeField } from '../../src/ui/time-field.tsx';
import { clearSegment, dateField, fieldText, leaveField, typeDate, typeSegment, typeTime } from './controls.ts';

const show = (element: ReactElement): unknown => render(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

type OwnProps = Pick<DateTimeFieldProps, 'type' | 'min' | 'max'>;

/** Renders a field. Returns the values that were passed to its form. */
function showField(value: string, fieldOf: (props: Pick<DateTimeFieldProps, 'value' | 'onChange'>) => ReactElement) {
  const texts: string[] = [];
  function Field(): ReactElement {
    const [text, setText] = useState(value);
    const change = (next: string): void => {
      texts.push(next);
      setText(next);
    };
    return fieldOf({ value: text, onChange: change });
  }
  show(<Field />);
  return texts;
}

const showDate = (value: string, props: OwnProps = {}): string[] =>
  showField(value, (own) => <DateTimeField label="Start" {...own} {...props} />);

describe('a date field', () => {
  it.each([
    ['en', 'dd/mm/yyyy'],
    ['de', 'tt/mm/jjjj'],
    ['ru', 'дд/мм/гггг'],
  ])('a date field shows date and time in the format of the language %s', async (locale, empty) => {
    i18n.loadAndActivate({ locale, messages: {} });
    showDate('2026-05-03T14:20');
    expect(fieldText(await dateField('Start'))).toBe(formatDateTime('2026-05-03T14:20'));
    cleanup();
    showDate('', { type: 'date' });
    expect(fieldText(await dateField('Start'))).toBe(empty);
  });

  it('shows an empty date field for an empty or malformed value', async () => {
    showDate('yesterday', { type: 'date' });
    expect(fieldText(await dateField('Start'))).toBe('dd/mm/yyyy');
  });

  it('passes a date to the form only when the date is complete', async () => {
    const texts = showDate('', { type: 'date' });
    await typeDate('Start', '1985-02-07');
    expect(texts).toEqual(['1985-02-07']);
  });

  it('passes a date with its local time to the form', async () => {
    const texts = showDate('');
    await typeDate('Start', '2026-12-24T18:05');
    expect(texts.at(-1)).toBe('2026-12-24T18:05');
    expect(fieldText(await dateField('Start'))).toBe('24/12/2026 18:05');
  });

  it('passes an empty value to the form while the year is being typed', async () => {
    const texts = showDate('2026-05-03T14:20');
    const field = await dateField('Start');
    typeSegment(field, 'year', '203');
    expect(texts).toEqual(['']);
    expect(fieldText(field)).toBe('03/05/203 14:20');
    typeSegment(field, 'year', '1');
    expect(texts).toEqual(['', '2031-05-03T14:20']);
  });

  it('passes an empty value to the form while a part of the date is missing', async () => {
    const texts = showDate('2026-05-03', { type: 'date' });
    const field = await dateField('Start');
    clearSegment(field, 'month');
    expect(texts).toEqual(['']);
    expect(fieldText(field)).toBe('03/mm/2026');
    typeSegment(field, 'month', '05');
    expect(texts).toEqual(['', '2026-05-03']);
  });

  it('defaults a missing time to 09:00 and missing minutes to the full hour', async () => {
    const texts = showDate('');
    const field = await dateField('Start');
    await typeDate(field, '2026-12-24');
    expect(texts.at(-1)).toBe('2026-12-24T09:00');
    clearSegment(field, 'minute');
    typeSegment(field, 'hour', '17');
    leaveField();
    expect(texts.at(-1)).toBe('2026-12-24T17:00');
  });

  it('a date field does not complete a date whose day is missing', async () => {
    const texts = showDate('2026-05-03T14:20');
    const field = await dateField('Start');
    clearSegment(field, 'day');
    clearSegment(field, 'minute');
    leaveField();
    expect(texts).toEqual(['']);
  });

  it('a date field shows the date that the form sets', async () => {
    function Field(): ReactElement {
      const [text, setText] = useState('2026-05-03');
      return (
        <>
          <DateTimeField label="Start" type="date" value={text} onChange={setText} />
          <button onClick={() => setText('2027-01-31')}>Next</button>
        </>
      );
    }
    show(<Field />);
    const field = await dateField('Start');
    clearSegment(field, 'day');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(fieldText(field)).toBe('31/01/2027');
  });

  it('a date field is described by its error and focused through its ref', async () => {
    const ref = vi.fn<(element: HTMLElement | null) => void>();
    show(<DateTimeField label="Start" value="" onChange={() => {}} errorMessage="Too late" ref={ref} />);
    const day = within(await dateField('Start')).getByRole('spinbutton', {
      name: 'day, Start',
      description: 'Too late',
    });
    expect(ref.mock.calls[0]?.[0]).toBe(day);
  });
});

describe('the calendar of a date field', () => {
  const open = async () => {
    fireEvent.click(within(await dateField('Start')).getByRole('button', { name: /Calendar/ }));
    return within(await screen.findByRole('dialog'));
  };

  it('choosing a day in the calendar keeps the time', async () => {
    const texts = showDate('2026-05-03T14:20');
    const calendar = await open();
    fireEvent.click(calendar.getByRole('button', { name: /14 May 2026/ }));
    expect(texts).toEqual(['2026-05-14T14:20']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('choosing a day in the calendar sets 09:00 in an empty field', async () => {
    vi.useFakeTimers({ now: new Date(2026, 4, 3, 12), toFake: ['Date'] });
    const texts = showDate('');
    const calendar = await open();
    fireEvent.click(calendar.getByRole('button', { name: / 14 May 2026/ }));
    expect(texts).toEqual(['2026-05-14T09:00']);
    vi.useRealTimers();
  });

  it('offers only days between the minimum and the maximum date in the calendar', async () => {
    showDate('2026-05-14', { type: 'date', min: '2026-05-10T12:00', max: '2026-05-20' });
    const calendar = await open();
    const isOffered = (day: string) =>
      calendar.getByRole('button', { name: new RegExp(` ${day} May 2026`) }).getAttribute('aria-disabled') !== 'true';
    expect(['9', '10', '20', '21'].map(isOffered)).toEqual([false, true, true, false]);
  });

  it('any year of birth can be chosen in the calendar directly', async () => {
    showDate('2026-05-14', { type: 'date', max: '2026-05-20' });
    const calendar = await open();
    fireEvent.click(calendar.getByRole('button', { name: /2026 year/ }));
    const years = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect([years[0]?.textContent, years.at(-1)?.textContent]).toEqual(['1907', '2026']);
  });
});

describe('a time field', () => {
  const showTime = (value: string): string[] => showField(value, (own) => <TimeField label="From" {...own} />);

  it('shows a time in 24-hour format, and passes it to the form when it is complete', async () => {
    const texts = showTime('09:00');
    await typeTime('From', '18:30');
    expect(texts.at(-1)).toBe('18:30');
    expect(fieldText(await dateField('From'))).toBe('18:30');
  });

  it('a time field fills in the full hour if no minutes are typed', async () => {
    const texts = showTime('');
    typeSegment(await dateField('From'), 'hour', '9');
    expect(texts).toEqual([]);
    leaveField();
    expect(texts).toEqual(['09:00']);
  });

  it('a time field passes an empty value to the form while the time is incomplete', async () => {
    const texts = showTime('09:00');
    clearSegment(await dateField('From'), 'hour');
    act(() => {});
    expect(texts).toEqual(['']);
  });
});
