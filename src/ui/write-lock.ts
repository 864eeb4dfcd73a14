import { isViewing } from '../lib/view-mode.ts';

/** The props that determine whether a control changes something. A submit button always does. */
export interface WritingControl {
  /** Whether a press changes something, or opens a form that does. */
  writes?: boolean | undefined;
  type?: 'submit' | 'reset' | 'button' | undefined;
}

/** Whether a control is locked because it changes something and the page is in view mode. See: [Note: View mode] */
export const isLocked = ({ writes = false, type }: WritingControl): boolean =>
  (writes || type === 'submit') && isViewing();
