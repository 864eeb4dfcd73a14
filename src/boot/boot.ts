import { coverPage } from './cover.ts';
import { readScreen } from './read-screen.ts';

// This script is part of index.html and runs before the app is loaded. See: [Note: Last screen]

readScreen()
  .then((screen) => screen && coverPage(screen))
  // Without storage, without a stored screen, or without a style sheet, the user sees the app when it is ready.
  .catch(() => {});
