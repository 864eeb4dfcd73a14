import { useLingui } from '@lingui/react/macro';
import type { RouterHistory } from '@tanstack/react-router';
import { type ReactElement, useCallback, useEffect, useMemo } from 'react';
import { RootMark } from '../../ui/root-mark.tsx';
import { toast } from '../../ui/toast.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { setViewMode } from '../../lib/view-mode.ts';
import { useUserData, Workspace, type WorkspaceActions } from '../workspace.tsx';
import type { OpenView } from './open-view.ts';
import { ViewBanner } from './view-banner.tsx';
import styles from './view-as.module.css';

export interface ViewedAppProps {
  view: OpenView;
  /** The actions of the user's own app. */
  actions: WorkspaceActions;
  history: RouterHistory;
  onEnd: () => void;
}

/**
 * Ends the view when the user navigates back to a screen outside it. Syncs whenever the user opens another screen of
 * the view.
 */
function useScreens({ view, history, onEnd }: ViewedAppProps): void {
  useEffect(
    () =>
      history.subscribe(({ location: { pathname } }) => {
        if (!pathname.startsWith(view.base)) onEnd();
        else void view.sync.syncNow();
      }),
    [view, history, onEnd],
  );
}

/**
 * The app as another user sees it: the usual screens with the in-memory database of the view, below a banner that is
 * always visible.
 */
export function ViewedApp(props: ViewedAppProps): ReactElement {
  const { view, actions, history, onEnd } = props;
  const { t } = useLingui();
  const saved = useUserData(view.session);
  const hasEnded = saved.status.gates.auth;
  const endedText = t`The view has ended.`;
  const refusedText = t(errorText('view_only'));
  const expire = useCallback((): void => {
    toast(endedText);
    onEnd();
  }, [endedText, onEnd]);
  useScreens(props);
  // The view must also be closed on unmount, for example when another tab logs out and this tab shows the login.
  useEffect(
    () => () => {
      view.close();
      onEnd();
    },
    [view, onEnd],
  );
  // The timeout makes this toast appear after the screen's own toast about its failed write, which it replaces.
  useEffect(() => setViewMode(() => void setTimeout(() => toast(refusedText, { tone: 'error' }))), [refusedText]);
  useEffect(() => {
    if (hasEnded) expire();
  }, [hasEnded, expire]);
  const viewActions: WorkspaceActions = useMemo(
    () => ({
      preferences: actions.preferences,
      setPreferences: async () => {},
      openSession: async () => {},
      logOut: async () => {
        onEnd();
        return { ok: true };
      },
      syncNow: async () => (await view.sync.syncNow()).ok,
      startView: async () => ({ ok: false, why: 'refused', code: 'view_only' }),
    }),
    [actions.preferences, view, onEnd],
  );
  return (
    <div className={styles.view}>
      <RootMark name="view" />
      <ViewBanner name={view.name} endsAt={view.ends_at} onExit={onEnd} onTimeUp={expire} />
      <Workspace
        session={view.session}
        saved={saved}
        ports={view.ports}
        actions={viewActions}
        history={history}
        basepath={view.base}
      />
    </div>
  );
}
