import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { areShortcutsOn, isKeyTaken } from '../hooks/shortcuts.ts';
import { Sheet } from '../ui/sheet.tsx';
import { usePerson } from './person-context.tsx';
import styles from './shortcuts.module.css';

/** How many ms "g" waits for the second key. */
const SEQUENCE_MS = 1_500;

interface Target {
  key: string;
  to: '/dashboard' | '/staff-dashboard' | '/tasks' | '/leads' | '/contacts' | '/lessons' | '/sync';
  name: ReactNode;
}

function useShortcutTargets(): Target[] {
  const isStaff = usePerson()?.is_staff ?? false;
  const staff: Target[] = [
    { key: 'h', to: '/staff-dashboard', name: <Trans>Today</Trans> },
    { key: 't', to: '/tasks', name: <Trans>Tasks</Trans> },
    { key: 'l', to: '/leads', name: <Trans>Leads</Trans> },
  ];
  const learner: Target[] = [
    { key: 'h', to: '/dashboard', name: <Trans>Home</Trans> },
    { key: 'l', to: '/lessons', name: <Trans>Lessons</Trans> },
  ];
  return [
    ...(isStaff ? staff : learner),
    { key: 'c', to: '/contacts', name: <Trans>Contacts</Trans> },
    { key: 's', to: '/sync', name: <Trans>Sync centre</Trans> },
  ];
}

/** A row of the list: the keys to press one after the other, and what they do. */
function Shortcut({ keys, children }: { keys: readonly string[]; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{children}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}

/** The keys of the editor of landing pages. */
function EditorShortcuts(): ReactElement {
  return (
    <>
      <Shortcut keys={['/']}>
        <Trans>Add a block</Trans>
      </Shortcut>
      <Shortcut keys={['h']}>
        <Trans>Hide or show the block</Trans>
      </Shortcut>
      <Shortcut keys={['p']}>
        <Trans>Preview</Trans>
      </Shortcut>
      <Shortcut keys={['Alt', '↑']}>
        <Trans>Move the block up</Trans>
      </Shortcut>
      <Shortcut keys={['Alt', '↓']}>
        <Trans>Move the block down</Trans>
      </Shortcut>
      <Shortcut keys={['Ctrl', 'Z']}>
        <Trans>Undo</Trans>
      </Shortcut>
      <Shortcut keys={['Ctrl', 'Shift', 'Z']}>
        <Trans>Redo</Trans>
      </Shortcut>
    </>
  );
}

/** The keys that work on every screen: "/" and Ctrl+K search, "g" and a letter opens a screen, "?" lists them. */
export function Shortcuts(): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const targets = useShortcutTargets();
  const isInEditor = useLocation().pathname.startsWith('/flows/edit_landing/');
  const [isListOpen, setListOpen] = useState(false);
  const [sequenceStartedAt, setSequenceStartedAt] = useState<number | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const act = (run: () => void): void => {
      event.preventDefault();
      run();
    };
    const search = (): void => void navigate({ to: '/search' });
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return act(search);
    if (ctrlKey || metaKey || altKey || isKeyTaken(event) || !areShortcutsOn()) return;
    const isSecond = sequenceStartedAt !== null && event.timeStamp - sequenceStartedAt < SEQUENCE_MS;
    setSequenceStartedAt(key === 'g' ? event.timeStamp : null);
    const target = isSecond ? targets.find((candidate) => candidate.key === key) : undefined;
    if (target) act(() => void navigate({ to: target.to }));
    else if (key === '/') act(search);
    else if (key === '?') act(() => setListOpen(true));
  });
  useEffect(() => {
    // Runs after the listeners of screens, which may handle the key themselves.
    const press = (event: KeyboardEvent): void => onKey(event);
    globalThis.addEventListener('keydown', press);
    return () => globalThis.removeEventListener('keydown', press);
  }, []);
  return (
    <Sheet isOpen={isListOpen} onClose={() => setListOpen(false)} title={t`Keyboard shortcuts`}>
      <dl className={styles.list}>
        {isInEditor && <EditorShortcuts />}
        {!isInEditor && (
          <Shortcut keys={['/']}>
            <Trans>Search</Trans>
          </Shortcut>
        )}
        {targets.map(({ key, name }) => (
          <Shortcut key={key} keys={['g', key]}>
            {name}
          </Shortcut>
        ))}
        <Shortcut keys={['?']}>
          <Trans>This list</Trans>
        </Shortcut>
      </dl>
      <small>
        <Trans>You can turn them off in the settings.</Trans>
      </small>
    </Sheet>
  );
}
