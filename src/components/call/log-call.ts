import type { MouseEvent } from 'react';

/** The contact or person of the call to log. If both are absent, the user chooses one. */
export interface LogCallRequest {
  contact?: string | undefined;
  person?: string | undefined;
  /** The screen to which the user returns if the call is logged on a separate screen instead of the sheet. */
  from?: 'today' | undefined;
}

/**
 * Opens the sheet for logging a call above the current screen, instead of following the link that was clicked. Returns
 * false if the click should open a new tab.
 */
export type OpenLogCall = (request: LogCallRequest, click?: MouseEvent) => boolean;

let openSheet: OpenLogCall | null = null;

/** Sets the function that opens the sheet for logging a call; null if the sheet cannot be shown. */
export function setLogCallOpener(open: OpenLogCall | null): void {
  openSheet = open;
}

/** Opens the sheet for logging a call. Returns false if its code is not loaded yet. */
export const openLogCall: OpenLogCall = (request, click) => openSheet?.(request, click) ?? false;

/**
 * Returns the props of a link that opens the sheet for logging a call. If the link is opened in a new tab, or before
 * the code of the sheet is loaded, it leads to the screen with the complete form. Locked in view mode.
 */
export const logCallLinkProps = (search: LogCallRequest) =>
  ({
    to: '/calls/new',
    search,
    writes: true,
    onClick: (click: MouseEvent) => void openLogCall(search, click),
  }) as const;
