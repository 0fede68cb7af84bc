/**
 * The files that take longest (a minute down to ten seconds of a processor), longest first: begun
 * last, one of them would keep one processor busy while the others have nothing left.
 */
const LONGEST = [
  'e2e/faults',
  'e2e/routes',
  'e2e/signed-in-routes',
  'e2e/recorder-program',
  'e2e/sessions',
  'e2e/demo',
  'e2e/captures',
  'e2e/organiser',
  'e2e/accounts',
  'apps/server/src/platform/db/embedded/embedded',
  'sim/src/scenarios',
  'sim/src/situations',
  'apps/server/src/racing/sessions/matching/siblings',
  'apps/server/src/racing/sessions/reprocess/reprocess',
  'sim/src/recording',
  'sim/src/session-kinds',
  'apps/server/src/accounts/auth/endpoints/verify',
  'apps/server/src/accounts/auth/endpoints/user',
  'sim/src/impairments',
  'apps/server/src/main',
].map((name) => `${name}.test.ts`)

/** A flow without a browser, which waits for a minute: others have the processor meanwhile. */
export const WAITING_FLOW = 'e2e/faults.test.ts'

/** These first, the others after them by name. */
export function longestFirst(files: readonly string[]): string[] {
  const rest = files.filter((file) => !LONGEST.includes(file))
  return [...LONGEST.filter((file) => files.includes(file)), ...rest.toSorted()]
}
