/** The name of each file, and the modules that it begins with. */
const FILES: [string, RegExp][] = [
  ['react', /\/node_modules\/(react|react-dom|scheduler)\//],
  ['sign-in', /\/web\/(main|features\/auth\/login\/login-screen)\.tsx$/],
  // What signing up shares with the dashboard.
  ['sign-up', /\/(route-query|load-failure|use-sign-out|Skeleton|useQuery)\.(tsx?|m?js)$/],
  [
    'inbox',
    /\/web\/features\/(dashboard\/dashboard-shell|conversations\/inbox\/(messages-screen|no-conversation))\.tsx$/,
  ],
];

/**
 * What is always fetched together: each group takes its modules and all that they need and no group before it has. Left
 * alone, the bundler makes a file for every set of screens that share something, most of them under 1 KB.
 */
export const groups = FILES.map(([name, test], position) => ({
  name,
  test,
  priority: FILES.length - position,
}));
