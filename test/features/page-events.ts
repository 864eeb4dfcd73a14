const happen = (type: string, given: { persisted: boolean }): boolean =>
  dispatchEvent(Object.assign(new Event(type), given));

/** Simulates that the browser leaves this page, and keeps it for its Back button if `persisted`. */
export const leavePage = (given: { persisted: boolean }): boolean => happen('pagehide', given);

/** Simulates that the browser shows this page, from its back/forward cache if `persisted`. */
export const showPage = (given: { persisted: boolean }): boolean => happen('pageshow', given);
