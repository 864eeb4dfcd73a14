import { isViewing } from '../lib/view-mode.ts';

/** What makes a control one that changes something. A submit button always does. */
export interface WritingControl {
  /** Whether a press changes something, or opens the form that does. */
  writes?: boolean | undefined;
  type?: 'submit' | 'reset' | 'button' | undefined;
}

/** Whether a control is locked because it changes something and this page is a view. See: [Note: View mode] */
export const isLocked = ({ writes = false, type }: WritingControl): boolean =>
  (writes || type === 'submit') && isViewing();
