import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { parsePhone, formatPhone } from '../../lib/phone.ts';
import type { InitialForm } from './contact-form-initial-values.ts';
import { checkContact, type Checked, type Faults, type Place } from './contact-form-check.ts';
import { useErrorLabels } from './form-labels.ts';
import type { ContactDraft, Line, PhotoChange } from './form-draft.ts';

/** A message that appears on blur must not move the button just being pressed. */
const AFTER_BLUR_MS = 150;

export const idOf = (place: Place): string => `contact-${place}`;

type TextName = {
  [K in keyof ContactDraft]: ContactDraft[K] extends string ? (string extends ContactDraft[K] ? K : never) : never;
}[keyof ContactDraft];

export interface FieldOf {
  id: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  errorMessage: string | undefined;
}

/** The open form as its sections see it. */
export interface ContactForm {
  draft: ContactDraft;
  began: InitialForm;
  photo: PhotoChange;
  faults: Faults;
  setPhoto: (photo: PhotoChange) => void;
  set: (patch: Partial<ContactDraft>) => void;
  /** Sets fields from elsewhere as if typed and left. */
  fill: (patch: Partial<ContactDraft>) => void;
  setLine: (list: 'phones' | 'emails', key: string, change: Partial<Line>) => void;
  /** Props of a text field. */
  field: (name: TextName) => FieldOf;
  words: (place: Place) => string | undefined;
  /** Validates a field on blur. */
  leave: (place: Place) => void;
  /** Validates everything and shows the errors. */
  check: () => Promise<Checked>;
  /** Values at the last blur, used for the duplicate search. */
  left: ContactDraft;
}

const without = (faults: Faults, places: readonly Place[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([place]) => !places.includes(place)));

/** State of one form: values and errors. */
export function useContactForm(began: InitialForm, initialFaults: Faults): ContactForm {
  const store = useStore();
  const [draft, setDraft] = useState(began.initial);
  const [left, setLeft] = useState(began.initial);
  const [photo, setPhoto] = useState<PhotoChange>(began.photo);
  const [faults, setFaults] = useState(initialFaults);
  const wordsOf = useErrorLabels();
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const words = (place: Place): string | undefined => wordsOf(place, faults[place]);
  const set = (patch: Partial<ContactDraft>): void => {
    setDraft((known) => ({ ...known, ...patch }));
    setFaults((known) => without(known, Object.keys(patch)));
  };
  const fill = (patch: Partial<ContactDraft>): void => {
    set(patch);
    setLeft({ ...latest.current, ...patch });
  };
  const setLine: ContactForm['setLine'] = (list, key, change) => {
    const changed = (lines: Line[]) => lines.map((line) => (line.key === key ? { ...line, ...change } : line));
    setDraft((known) => ({ ...known, [list]: changed(known[list]) }));
    setFaults((known) => without(known, [list, `${list}:${key}`]));
  };
  const checkNow = () =>
    checkContact(latest.current, { kept: began.contact, country: began.country, now: store.now() });
  const group = async (place: Place): Promise<void> => {
    const found = latest.current.phones.find(({ key }) => place === `phones:${key}`);
    const number = found && (await phoneText(found.text, began.country));
    const isSame = found && latest.current.phones.some(({ key, text }) => key === found.key && text === found.text);
    if (isSame && number && number !== found.text) setLine('phones', found.key, { text: number });
  };
  const judge = async (place: Place): Promise<void> => {
    const { faults: found } = await checkNow();
    setFaults((known) => ({ ...without(known, [place]), ...(found[place] && { [place]: found[place] }) }));
    if (!found[place]) await group(place);
    setLeft(latest.current);
  };
  const leave = (place: Place): void => void setTimeout(() => void judge(place), AFTER_BLUR_MS);
  return {
    ...{ draft, began, photo, faults, setPhoto, set, fill, setLine, words, leave, left },
    field: (name) => ({
      id: idOf(name),
      value: draft[name],
      onChange: (value) => set({ [name]: value }),
      onBlur: () => leave(name),
      errorMessage: words(name),
    }),
    check: async () => {
      const checked = await checkNow();
      setFaults(checked.faults);
      return checked;
    },
  };
}

/** Formats a number in groups as stored; null for none. */
async function phoneText(text: string, country: string | null): Promise<string | null> {
  const number = text.trim() === '' ? null : await parsePhone(text, country);
  return number && formatPhone(number);
}
