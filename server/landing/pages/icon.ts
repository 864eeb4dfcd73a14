/** The icon of the pages of this origin. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#0b6b63"/><path d="M9 6.500a3 3 0 0 1 6 0M7 11a5 5 0 0 1 10 0v6a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1zm2.500 3h5" fill="none" stroke="#fff" stroke-width="1.750" stroke-linecap="round"/></svg>`;
