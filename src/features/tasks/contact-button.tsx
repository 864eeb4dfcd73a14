import type { ReactElement, ReactNode } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { Button, ButtonAnchor, lockOr } from '../../ui/button.tsx';
import { Anchor, type AnchorProps, PressButton } from '../../ui/press.tsx';
import styles from './task-contact.module.css';

export interface TaskContactProps {
  task: Task;
  /** A round button with an icon, for a row, or a wide button with a text. */
  look: 'round' | 'wide';
}

interface ContactLookProps extends TaskContactProps {
  icon: ReactNode;
  /** Accessible name of the round button. */
  label: string;
  /** Text of the wide button. */
  children: ReactNode;
}

const variantOf = ({ state }: ContactLookProps['task']) => (state === 'in_progress' ? 'onAccent' : 'soft');

type ContactLinkProps = ContactLookProps & Pick<AnchorProps, 'href' | 'onClick' | 'target' | 'rel' | 'writes'>;

/** A link to another app, such as the dialer, styled like the buttons of a task. */
export function ContactLink({ task, look, icon, label, children, ...anchor }: ContactLinkProps): ReactElement {
  if (look === 'round') {
    return (
      <Anchor {...anchor} className={styles.button} aria-label={label}>
        {lockOr(anchor, icon)}
      </Anchor>
    );
  }
  return (
    <ButtonAnchor {...anchor} variant={variantOf(task)} wide icon={icon}>
      {children}
    </ButtonAnchor>
  );
}

/** A button that looks like ContactLink. */
export function ContactButton({
  task,
  look,
  icon,
  label,
  children,
  onPress,
}: ContactLookProps & { onPress: () => void }): ReactElement {
  if (look === 'round') {
    return (
      <PressButton className={styles.button} aria-label={label} onPress={onPress}>
        {icon}
      </PressButton>
    );
  }
  return (
    <Button variant={variantOf(task)} wide icon={icon} onPress={onPress}>
      {children}
    </Button>
  );
}
