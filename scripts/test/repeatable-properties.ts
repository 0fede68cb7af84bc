import fc from 'fast-check'

/**
 * Properties get the same inputs in every run, so that a run says what the change before it did and not which
 * inputs it drew. `npm run test:all` draws new ones each time.
 */
if (process.env['TEST_ALL'] !== 'true') fc.configureGlobal({ seed: 1 })
