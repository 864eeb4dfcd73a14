import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

const labels: Record<string, MessageDescriptor> = {
  made: msg`Login link created`,
  asked: msg`Login link waiting for a manager`,
  confirmed: msg`Login link confirmed`,
  declined: msg`Login link declined`,
  refused: msg`Login link not accepted on an employee's device`,
  used: msg`Login link used`,
  stopped: msg`Login link ended: "This was not me"`,
  password_set: msg`Password set with a login link`,
};

/**
 * Returns a function that describes a step of a login link. A step that only a later version of the app knows is
 * described as "Login link".
 */
export function useLinkStepLabel(): (step: unknown) => string {
  const { t } = useLingui();
  return (step) => {
    const knownLabel = typeof step === 'string' && Object.hasOwn(labels, step) ? labels[step] : undefined;
    return knownLabel ? t(knownLabel) : t`Login link`;
  };
}
