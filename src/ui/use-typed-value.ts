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
  /** Takes the segments after each change of them. */
  onParts: (parts: TypedParts, isComplete: boolean) => void;
  /** Adds what is missing of the segments. */
  complete: (whole: (parts: TypedParts) => Value | null) => void;
}

/**
 * A value that is typed in segments. React Aria keeps the last whole value while a segment is empty; outside of the field
 * the text is empty then, as nothing is what stands in the field.
 */
export function useTypedValue<Value>(options: TypedValueOptions<Value>): TypedValue<Value> {
  const { text, onChange, valueOf, textOf } = options;
  const [stored, setStored] = useState(() => ({ text, value: valueOf(text) }));
  const parts = useRef<TypedParts>({});
  let shown = stored;
  if (text !== stored.text) {
    shown = { text, value: valueOf(text) };
    setStored(shown);
  }
  const put = (next: typeof shown): void => {
    if (next.text !== shown.text || next.value !== shown.value) setStored(next);
    if (next.text !== shown.text) onChange(next.text);
  };
  const set = (value: Value | null): void => put({ value, text: textOf(value) });
  return {
    value: shown.value,
    set,
    onParts: (typed, isComplete) => {
      parts.current = typed;
      if (isComplete) set(shown.value);
      else put({ ...shown, text: '' });
    },
    complete: (whole) => {
      const value = whole(parts.current);
      if (value !== null) set(value);
    },
  };
}
