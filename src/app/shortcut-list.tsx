import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { activeShortcuts, type Shortcut, type ShortcutGroup } from '../hooks/shortcuts.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Section } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import styles from './shortcuts.module.css';

/** Groups shortcuts by label. Each group has the keys of all shortcuts with its label. */
function byLabel(shortcuts: readonly Shortcut[]): { label: string; keySequences: (readonly string[])[] }[] {
  const labels = [...new Set(shortcuts.map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    keySequences: shortcuts.filter((shortcut) => shortcut.label === label).map(({ keys }) => keys),
  }));
}

/** Lists the shortcuts that work on this screen at the moment. */
export function ShortcutList({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const titles: Record<ShortcutGroup, ReactNode> = {
    screen: <Trans>On this screen</Trans>,
    app: <Trans>Everywhere</Trans>,
    go: <Trans>Go to</Trans>,
  };
  const groups = activeShortcuts().filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <Sheet isOpen onClose={onClose} title={t`Keyboard shortcuts`} textLabel={t`Keyboard shortcuts`} size="l">
      <div className={styles.groups}>
        {groups.map(({ group, shortcuts }) => (
          <Section key={group} title={titles[group]}>
            <dl className={styles.list}>
              {byLabel(shortcuts).map(({ label, keySequences }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {keySequences.map((keys, index) => (
                      <span key={keys.join(' ')}>
                        {index > 0 && <Trans context="between two keyboard shortcuts">or</Trans>} <Kbd keys={keys} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
      <small>
        <Trans>They don't work in fields. You can turn single keys off in the settings.</Trans>
      </small>
    </Sheet>
  );
}
