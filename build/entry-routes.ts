/** The screens that can be the first that somebody sees: what they need comes in few files. */
export const firstScreens = {
  login: 'src/features/session/login-screen.tsx',
  dashboard: 'src/features/dashboard/dashboard-screen.tsx',
  today: 'src/features/tasks/today-screen.tsx',
};
