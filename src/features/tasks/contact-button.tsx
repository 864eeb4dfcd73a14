import type { ReactElement, ReactNode } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { Button, ButtonAnchor, lockOr } from '../../ui/button.tsx';
import { Anchor, type AnchorProps, PressButton } from '../../ui/press.tsx';
import styles from './task-contact.module.css';

export interface TaskContactProps {
  task: Task;
  /** A round button in a row, a wide one with a text elsewhere. */
  look: 'round' | 'wide';
}

interface Look extends TaskContactProps {
  icon: ReactNode;
  /** Accessible name of the round button. */
  label: string;
  /** Text of the wide button. */
  children: ReactNode;
}

const variantOf = ({ state }: Look['task']) => (state === 'in_progress' ? 'onAccent' : 'soft');

type ContactLinkProps = Look & Pick<AnchorProps, 'href' | 'onClick' | 'target' | 'rel' | 'writes'>;

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
}: Look & { onPress: () => void }): ReactElement {
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
