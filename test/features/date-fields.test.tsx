import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { DateTimeField, type DateTimeFieldProps } from '../../src/ui/date-time-field.tsx';
import { TimeField } from '../../src/ui/time-field.tsx';
import { clearSegment, dateField, dateIn, leaveField, typeDate, typeSegment, typeTime } from './controls.ts';

const show = (element: ReactElement): unknown => render(<I18nProvider i18n={i18n}>{element}</I18nProvider>);

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

type OwnProps = Pick<DateTimeFieldProps, 'type' | 'min' | 'max'>;

/** Shows a field and returns the texts that its form receives. */
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
    ['en', '03/05/2026, 14:20'],
    ['de', '03.05.2026, 14:20'],
    ['ru', '03.05.2026, 14:20'],
  ])('shows the order, the signs and the 24 hours of the language %s', async (locale, shown) => {
    i18n.loadAndActivate({ locale, messages: {} });
    showDate('2026-05-03T14:20');
    expect(dateIn(await dateField('Start'))).toBe(shown);
  });

  it('is empty for an empty or a malformed value', async () => {
    showDate('yesterday', { type: 'date' });
    expect(dateIn(await dateField('Start'))).toBe('dd/mm/yyyy');
  });

  it('gives the form a date once all of it is typed', async () => {
    const texts = showDate('', { type: 'date' });
    await typeDate('Start', '1985-02-07');
    expect(texts).toEqual(['1985-02-07']);
  });

  it('gives the form a date with its local time', async () => {
    const texts = showDate('');
    await typeDate('Start', '2026-12-24T18:05');
    expect(texts.at(-1)).toBe('2026-12-24T18:05');
    expect(dateIn(await dateField('Start'))).toBe('24/12/2026, 18:05');
  });

  it('is empty for the form while the year is being typed, and keeps what is typed', async () => {
    const texts = showDate('2026-05-03T14:20');
    const field = await dateField('Start');
    typeSegment(field, 'year', '203');
    expect(texts).toEqual(['']);
    expect(dateIn(field)).toBe('03/05/203, 14:20');
    typeSegment(field, 'year', '1');
    expect(texts).toEqual(['', '2031-05-03T14:20']);
  });

  it('is empty for the form while a part is missing, and has its value again when the same is typed', async () => {
    const texts = showDate('2026-05-03', { type: 'date' });
    const field = await dateField('Start');
    clearSegment(field, 'month');
    expect(texts).toEqual(['']);
    expect(dateIn(field)).toBe('03/mm/2026');
    typeSegment(field, 'month', '05');
    expect(texts).toEqual(['', '2026-05-03']);
  });

  it('takes nine in the morning for a date without a time, and the full hour without minutes', async () => {
    const texts = showDate('');
    const field = await dateField('Start');
    await typeDate(field, '2026-12-24');
    expect(texts.at(-1)).toBe('2026-12-24T09:00');
    clearSegment(field, 'minute');
    typeSegment(field, 'hour', '17');
    leaveField();
    expect(texts.at(-1)).toBe('2026-12-24T17:00');
  });

  it('does not complete a date of which the day is missing', async () => {
    const texts = showDate('2026-05-03T14:20');
    const field = await dateField('Start');
    clearSegment(field, 'day');
    clearSegment(field, 'minute');
    leaveField();
    expect(texts).toEqual(['']);
  });

  it('shows the value that its form sets', async () => {
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
    expect(dateIn(field)).toBe('31/01/2027');
  });

  it('is described by its error, and takes the focus by its ref', async () => {
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

  it('sets the day and keeps the time', async () => {
    const texts = showDate('2026-05-03T14:20');
    const calendar = await open();
    fireEvent.click(calendar.getByRole('button', { name: /14 May 2026/ }));
    expect(texts).toEqual(['2026-05-14T14:20']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sets nine in the morning in an empty field', async () => {
    vi.useFakeTimers({ now: new Date(2026, 4, 3, 12), toFake: ['Date'] });
    const texts = showDate('');
    const calendar = await open();
    fireEvent.click(calendar.getByRole('button', { name: / 14 May 2026/ }));
    expect(texts).toEqual(['2026-05-14T09:00']);
    vi.useRealTimers();
  });

  it('offers the days from the first to the last date only', async () => {
    showDate('2026-05-14', { type: 'date', min: '2026-05-10T12:00', max: '2026-05-20' });
    const calendar = await open();
    const isOffered = (day: string) =>
      calendar.getByRole('button', { name: new RegExp(` ${day} May 2026`) }).getAttribute('aria-disabled') !== 'true';
    expect(['9', '10', '20', '21'].map(isOffered)).toEqual([false, true, true, false]);
  });

  it('reaches any year of birth in one step', async () => {
    showDate('2026-05-14', { type: 'date', max: '2026-05-20' });
    const calendar = await open();
    fireEvent.click(calendar.getByRole('button', { name: /2026 year/ }));
    const years = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect([years[0]?.textContent, years.at(-1)?.textContent]).toEqual(['1907', '2026']);
  });
});

describe('a time field', () => {
  const showTime = (value: string): string[] => showField(value, (own) => <TimeField label="From" {...own} />);

  it('shows 24 hours and gives the form a whole time', async () => {
    const texts = showTime('09:00');
    await typeTime('From', '18:30');
    expect(texts.at(-1)).toBe('18:30');
    expect(dateIn(await dateField('From'))).toBe('18:30');
  });

  it('takes the full hour when no minutes are typed', async () => {
    const texts = showTime('');
    typeSegment(await dateField('From'), 'hour', '9');
    expect(texts).toEqual([]);
    leaveField();
    expect(texts).toEqual(['09:00']);
  });

  it('is empty for the form while it is incomplete', async () => {
    const texts = showTime('09:00');
    clearSegment(await dateField('From'), 'hour');
    act(() => {});
    expect(texts).toEqual(['']);
  });
});
