import { type ReactElement, type Ref, useContext, useEffect, useEffectEvent } from 'react';
import { DateFieldStateContext, DateInput, DateSegment } from 'react-aria-components/DateField';
import { TimeFieldStateContext } from 'react-aria-components/TimeField';

import { classNames } from './class-names.ts';
import type { TypedParts } from './date-value.ts';
import styles from './date-time-field.module.css';

export type DateSegmentsProps = {
  /**
   * The type of the first segment: in all languages of the app, a date begins with the day and a time with the hour.
   */
  first: 'day' | 'hour';
  /** Ref of the first segment, which gets the focus of the field. */
  ref?: Ref<HTMLElement> | undefined;
  onParts: (parts: TypedParts, isComplete: boolean) => void;
};

/** The segments of a date or time field: its numbers, each of which is typed separately. */
export function DateSegments({ first, ref, onParts }: DateSegmentsProps): ReactElement {
  return (
    <DateInput className={classNames(styles.segments)}>
      {(segment) => <Segment segment={segment} {...(segment.type === first && { onParts, ...(ref && { ref }) })} />}
    </DateInput>
  );
}

/** Replaces a separator that the language uses with that of the app's format, DD/MM/YYYY HH:mm. */
const separatorOf = (text: string): string => text.replace('.', '/').replace(', ', ' ');

type SegmentProps = {
  segment: Parameters<typeof DateSegment>[0]['segment'];
  ref?: Ref<HTMLElement>;
  onParts?: DateSegmentsProps['onParts'];
};

function Segment({ segment, ref, onParts }: SegmentProps): ReactElement {
  const dateState = useContext(DateFieldStateContext);
  const timeState = useContext(TimeFieldStateContext);
  const typed = ((dateState ?? timeState)?.segments ?? []).filter(({ isEditable }) => isEditable);
  const parts = typed.flatMap(({ type, value }) => (typeof value === 'number' ? [[type, value] as const] : []));
  const reportParts = useEffectEvent(() => onParts?.(Object.fromEntries(parts), parts.length === typed.length));
  // The segments are new objects at each render, so the effect depends on a string of them.
  const text = parts.join();
  useEffect(() => reportParts(), [text]);
  const shown = segment.type === 'literal' ? { ...segment, text: separatorOf(segment.text) } : segment;
  return <DateSegment segment={shown} className={classNames(styles.segment)} {...(ref && { ref })} />;
}
