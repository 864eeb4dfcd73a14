import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react';
import styles from './bubble.module.css';

export interface ThreadProps {
  'aria-label'?: string;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
}

/** A list of messages, one bubble after the other. */
export function Thread(props: ThreadProps): ReactElement {
  return <ul {...props} className={styles.thread} />;
}

export type BubbleProps = Omit<HTMLAttributes<HTMLLIElement>, 'className' | 'style'> & {
  who: ReactNode;
  /** Small text shown after the name. */
  when?: ReactNode;
  /** Badges at the right end of the line with the name. */
  marks?: ReactNode;
  tone?: 'own' | 'internal' | 'refused' | undefined;
  /** The side of the bubble on which space is left free. */
  inset?: 'start' | 'end' | undefined;
  isUnsent?: boolean;
};

/** One message: author, time and content. */
export function Bubble({ who, when, marks, tone, inset, isUnsent, children, ...rest }: BubbleProps): ReactElement {
  return (
    <li {...rest} className={styles.bubble} data-tone={tone} data-inset={inset} data-unsent={isUnsent}>
      <div className={styles.head}>
        <span className={styles.author}>
          {who}
          {when && <small> {when}</small>}
        </span>
        {marks}
      </div>
      {children}
    </li>
  );
}

/** The text of a message as typed. */
export function BubbleText({ children }: { children: ReactNode }): ReactElement {
  return <p className={styles.text}>{children}</p>;
}

/** The actions of a message. */
export function BubbleFoot({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.foot}>{children}</div>;
}
