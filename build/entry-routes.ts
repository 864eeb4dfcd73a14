/** The screens that a user may see first. Their code is bundled into a few files. */
export const entryRoutes = {
  login: 'src/features/session/login-screen.tsx',
  dashboard: 'src/features/dashboard/dashboard-screen.tsx',
  today: 'src/features/tasks/today-screen.tsx',
};
