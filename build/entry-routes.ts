/**
 * The files of the screens that can be the first screen of a session. Their code is bundled into a few chunks; see
 * entry-chunks-plugin.ts.
 */
export const entryRoutes = {
  login: 'src/features/session/login-screen.tsx',
  dashboard: 'src/features/dashboard/dashboard-screen.tsx',
  today: 'src/features/tasks/today-screen.tsx',
};
