import { coverPage } from './cover.ts';
import { readScreen } from './read-screen.ts';
import { isFirstVisit, showStaticLogin } from './static-login.ts';

// This script is part of index.html and runs before the app is loaded. See: [Note: Last screen], [Note: Static login]

async function boot(): Promise<void> {
  // The event reports the end of the page itself, before the scripts of the app are there.
  if (isFirstVisit()) return document.addEventListener('readystatechange', showStaticLogin, { once: true });
  const screen = await readScreen();
  if (screen) await coverPage(screen);
}

// Without storage, without a stored screen, or without a style sheet, the user sees the app when it is ready.
boot().catch(() => {});
