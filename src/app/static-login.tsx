import { setupI18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Lang } from '../../contract/fields.ts';
import { LoginScreen } from '../features/session/login-screen.tsx';
import { AppProvider, type AppActions } from '../hooks/app-context.tsx';

const unused = () => Promise.reject(new Error('the static login has no actions'));

/**
 * Returns the HTML of the login screen as it is on a first visit, for the page itself. Called by the build, not by the
 * app. See: [Note: Static login]
 */
export function renderStaticLogin(language: Lang, messages: Messages): string {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const app: AppActions = {
    preferences: { language, theme: 'system', text_size: 'm' },
    setPreferences: unused,
    openSession: unused,
    logOut: unused,
    startView: unused,
    syncNow: unused,
    locked: null,
  };
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <AppProvider value={app}>
        <RouterContextProvider router={router}>
          <LoginScreen />
        </RouterContextProvider>
      </AppProvider>
    </I18nProvider>,
  );
}
