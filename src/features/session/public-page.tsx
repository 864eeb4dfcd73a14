import IconBackpack from '@tabler/icons-react/dist/esm/icons/IconBackpack.mjs';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import { Trans } from '@lingui/react/macro';
import { useApp } from '../../hooks/app-context.tsx';
import { TextLink } from '../../ui/button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './login.module.css';

export interface PublicPageProps {
  title: string;
  /** A sentence below the title. */
  lead: ReactNode;
  children: ReactNode;
  /** Whether the page is a text to read, which needs wider lines than a form. */
  isText?: boolean;
  onLanguage?: (language: Lang) => void;
}

/** The frame of every public screen, with app name, title and language. */
export function PublicPage({ title, lead, children, isText = false, onLanguage }: PublicPageProps): ReactElement {
  const { preferences, setPreferences } = useApp();
  useEffect(() => {
    document.title = `${title} · Haversack`;
  }, [title]);
  const choose = (language: Lang): void => {
    onLanguage?.(language);
    void setPreferences({ language });
  };
  return (
    <main id="content" className={styles.page} data-text={isText}>
      <div className={styles.brand}>
        <span className={styles.logo} aria-hidden="true">
          <IconBackpack />
        </span>
        <span>Haversack</span>
      </div>
      <div className={styles.text}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{lead}</p>
      </div>
      {children}
      <div className={styles.footer}>
        <div className={styles.links}>
          <TextLink to="/pages/$name" params={{ name: 'privacy' }}>
            <Trans>Privacy policy</Trans>
          </TextLink>
          <TextLink to="/pages/$name" params={{ name: 'offer' }}>
            <Trans>Public offer</Trans>
          </TextLink>
        </div>
        <LanguageSwitch value={preferences.language} onChange={choose} />
      </div>
    </main>
  );
}
