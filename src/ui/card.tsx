import { type HTMLAttributes, type ReactElement, type ReactNode, useId } from 'react';

import styles from './card.module.css';

export type CardProps = Omit<HTMLAttributes<HTMLDivElement>, 'className' | 'style'> & {
  /**
   * 'hero' is for the most important card of a screen, such as the running task; 'wait' and 'need' have a tinted
   * background.
   */
  tone?: 'plain' | 'hero' | 'wait' | 'need' | 'soft';
  /** Inner padding (default true); false for covers and rows that reach the edges. */
  padded?: boolean;
};

/** A plain surface with a hairline border. */
export function Card({ tone = 'plain', padded = true, ...rest }: CardProps): ReactElement {
  return <div {...rest} className={styles.card} data-tone={tone} data-padded={padded} />;
}

export type SectionProps = {
  title: ReactNode;
  /** A link or a short text at the right end of the title line. */
  end?: ReactNode;
  level?: 2 | 3;
  children: ReactNode;
};

/** A titled section of a screen. */
export function Section({ title, end, level = 2, children }: SectionProps): ReactElement {
  const id = useId();
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <Title id={id}>{title}</Title>
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {children}
    </section>
  );
}

/** Stacks its children vertically with a standard gap. */
export function Stack({ gap = 'l', children }: { gap?: 's' | 'm' | 'l'; children: ReactNode }): ReactElement {
  return (
    <div className={styles.stack} data-gap={gap}>
      {children}
    </div>
  );
}

/** Buttons of equal width side by side, which wrap if labels are long. */
export function ButtonRow({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.buttons}>{children}</div>;
}
