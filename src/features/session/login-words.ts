import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Failure } from '../../bridge/sync-api.ts';
import { errorText } from '../../cards/error-text.tsx';

export interface LoginFault {
  title: MessageDescriptor;
  /** What may help. */
  help?: MessageDescriptor;
}

const ofNetwork: Record<Exclude<Failure['why'], 'refused'>, LoginFault> = {
  offline: {
    title: msg`No network`,
    help: msg`Logging in needs the internet once. Everything after that works without it.`,
  },
  portal: {
    title: msg`This Wi-Fi needs a login page`,
    help: msg`Open any web page, accept the terms of the Wi-Fi, then come back.`,
  },
  no_answer: {
    title: msg`The server does not answer`,
    help: msg`The network is there, but the server is not. Please, try again in a little while.`,
  },
  busy: { title: msg`The app is busy`, help: msg`Please, try again in a moment.` },
};

/** Why the login did not happen, in words that tell the causes apart. */
export function loginFault(failure: Failure): LoginFault {
  if (failure.why !== 'refused') return ofNetwork[failure.why];
  if (failure.code === 'internal' || failure.code === 'unavailable') return ofNetwork.no_answer;
  return { title: errorText(failure.code) };
}
