const dispatch = (type: string, given: { persisted: boolean }): boolean =>
  dispatchEvent(Object.assign(new Event(type), given));

/** Simulates the browser leaving this page. With `persisted`, the browser keeps the page for its Back button. */
export const leavePage = (given: { persisted: boolean }): boolean => dispatch('pagehide', given);

/** Simulates the browser showing this page. With `persisted`, it shows the page from its back/forward cache. */
export const showPage = (given: { persisted: boolean }): boolean => dispatch('pageshow', given);
