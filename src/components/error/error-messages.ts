import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '../../../contract/errors.ts';
import { errorText } from './error-text.tsx';

/** The reason why an online action failed. */
export type FailureCode =
  | { why: 'offline' | 'no_answer' | 'portal' | 'busy' | 'other_tab' }
  | { why: 'refused'; code: ErrorCode; retry_after_s?: number };

export interface FailureText {
  title: MessageDescriptor;
  /** Advice on what may help. */
  help?: MessageDescriptor;
}

/** Texts that replace the default texts where these do not fit the context. */
export interface TextOverrides {
  /** Advice for a device that is offline. */
  offline?: MessageDescriptor;
  codes?: Partial<Record<ErrorCode, MessageDescriptor>>;
}

const networkTexts: Record<Exclude<FailureCode['why'], 'refused'>, FailureText> = {
  offline: { title: msg`You are offline` },
  portal: {
    title: msg`This Wi-Fi needs you to log in`,
    help: msg`Open any web page, accept the Wi-Fi terms, then come back.`,
  },
  no_answer: {
    title: msg`The server is not responding`,
    help: msg`You are online, but the server is not responding. Try again in a few minutes.`,
  },
  other_tab: {
    title: msg`Another tab is still logging out`,
    help: msg`Close all other tabs of this app, then log in again.`,
  },
  busy: { title: msg`The app is busy`, help: msg`Try again in a moment.` },
};

/**
 * Returns the failure to show to the user: a server that cannot work at the moment is shown as one that does not
 * respond.
 */
export function visibleFailure(failure: FailureCode): FailureCode {
  const isServerDown = failure.why === 'refused' && (failure.code === 'internal' || failure.code === 'unavailable');
  return isServerDown ? { why: 'no_answer' } : failure;
}

/**
 * Returns a title and, if there is any, advice for the cause of a failure: offline, captive portal, a server that does
 * not respond, or a rejection by the server.
 */
export function failureText(error: FailureCode, { offline, codes }: TextOverrides = {}): FailureText {
  const failure = visibleFailure(error);
  if (failure.why === 'offline' && offline) return { ...networkTexts.offline, help: offline };
  if (failure.why !== 'refused') return networkTexts[failure.why];
  return { title: codes?.[failure.code] ?? errorText(failure.code) };
}
