import { Trans, useLingui } from '@lingui/react/macro';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import type { Callee } from '../../components/call/call-intent.ts';
import { useCall } from '../../components/call/use-call.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import styles from './tasks.module.css';
import { usePhoneNumbers } from './use-phone-numbers.ts';

export interface CallTaskProps {
  task: Task;
  /** A call button: round in a row, wide and with the number elsewhere. */
  look: 'round' | 'wide';
}

interface CallAnchorProps extends Pick<CallTaskProps, 'look'> {
  callee: Callee;
  isRunning: boolean;
}

/** A button that calls the person of a call task; renders nothing if no number is known. */
export function CallTask({ task, look }: CallTaskProps): ReactElement | null {
  const [number] = usePhoneNumbers(task);
  if (number === undefined) return null;
  const { linked_user_id, contact_id, linked_name, title, state } = task;
  const linked = linked_user_id ? { user_id: linked_user_id, contact_id: null } : { contact_id };
  return (
    <CallAnchor
      callee={{ ...linked, name: linked_name ?? title, number }}
      look={look}
      isRunning={state === 'in_progress'}
    />
  );
}

function CallAnchor({ callee, look, isRunning }: CallAnchorProps): ReactElement {
  const { t } = useLingui();
  const link = useCall(callee);
  const { name } = callee;
  const icon = <IconPhone aria-hidden="true" />;
  const number = usePhoneText()(callee.number);
  if (look === 'round') {
    return (
      <a {...link} className={styles.call} aria-label={t`Call ${name}`}>
        {icon}
      </a>
    );
  }
  return (
    <ButtonAnchor {...link} variant={isRunning ? 'onAccent' : 'soft'} wide icon={icon}>
      <Trans>Call {number}</Trans>
    </ButtonAnchor>
  );
}
