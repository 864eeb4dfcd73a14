import { useRef, useState } from 'react';
import type { TypedParts } from './date-value.ts';

export interface TypedValueOptions<Value> {
  text: string;
  onChange: (text: string) => void;
  valueOf: (text: string) => Value | null;
  textOf: (value: Value | null) => string;
}

export interface TypedValue<Value> {
  value: Value | null;
  set: (value: Value | null) => void;
  /** Call after each change with the segments that are typed so far. */
  onParts: (parts: TypedParts, isComplete: boolean) => void;
  /** If segments are missing, sets the value that `completed` returns for the typed segments. */
  complete: (completed: (parts: TypedParts) => Value | null) => void;
}

/**
 * Holds the value of a field that is typed in segments. While a segment is empty, React Aria keeps the last complete
 * value, but the form gets an empty string, because the field is incomplete.
 */
export function useTypedValue<Value>(options: TypedValueOptions<Value>): TypedValue<Value> {
  const { text, onChange, valueOf, textOf } = options;
  const [stored, setStored] = useState(() => ({ text, value: valueOf(text) }));
  const parts = useRef<TypedParts>({});
  let current = stored;
  if (text !== stored.text) {
    current = { text, value: valueOf(text) };
    setStored(current);
  }
  const update = (next: typeof current): void => {
    if (next.text !== current.text || next.value !== current.value) setStored(next);
    if (next.text !== current.text) onChange(next.text);
  };
  const set = (value: Value | null): void => update({ value, text: textOf(value) });
  return {
    value: current.value,
    set,
    onParts: (typed, isComplete) => {
      parts.current = typed;
      if (isComplete) set(current.value);
      else update({ ...current, text: '' });
    },
    complete: (completed) => {
      const value = completed(parts.current);
      if (value !== null) set(value);
    },
  };
}
