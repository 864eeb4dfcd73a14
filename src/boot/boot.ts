import { keepEarlyInstallPrompt } from '../lib/install.ts';
import { coverPage } from './cover.ts';
import { readScreen } from './read-screen.ts';
import { startApp, whenPainted, whenParsed } from './start-app.ts';
import { isFirstVisit, showStaticLogin } from './static-login.ts';

// This script is part of index.html. It shows what the page itself can show, and then starts the app, whose scripts the
// browser has loaded meanwhile. See: [Note: Last screen], [Note: Static login]

async function showPage(): Promise<void> {
  if (isFirstVisit()) {
    await whenParsed();
    return showStaticLogin();
  }
  const screen = await readScreen();
  if (screen) await coverPage(screen);
}

keepEarlyInstallPrompt();
// Without storage, without a stored screen, or without a style sheet, the user sees the app when it is ready.
void whenPainted(showPage()).then(startApp);
