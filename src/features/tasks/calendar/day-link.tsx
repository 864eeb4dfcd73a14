import { createLink } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Anchor, type AnchorProps } from '../../../ui/press.tsx';
import styles from './tray.module.css';

type DayAnchorProps = AnchorProps & { isToday: boolean; hasTasks: boolean };

function DayAnchor({ isToday, hasTasks, ...rest }: DayAnchorProps): ReactElement {
  return <Anchor {...rest} className={classNames(styles.stripDay)} data-today={isToday} data-tasks={hasTasks} />;
}

/** A day in the strip that shows a week. */
export const DayLink = createLink(DayAnchor);
