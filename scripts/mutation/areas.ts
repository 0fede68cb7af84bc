/** An area is a part of the sources, with the tests that must notice a mutation in it. */
export interface MutationArea {
  readonly folder: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  readonly needsDatabase?: boolean
  /**
   * Its tests run in one process, and every time with fresh modules of ours, except those of these
   * folders, which import nothing of the area. Without it each file is a process.
   */
  readonly inProcess?: { readonly stable: readonly string[] }
  /** Its tests run in one process and with the same modules again and again: neither keeps state. */
  readonly isPure?: boolean
  /** These literals have a type of their own: an empty text in their place does not compile. */
  readonly typedTexts?: RegExp
}

/** The type lists the keys of all messages, such as `text('season.points')`. */
const MESSAGE_KEY = /^'[a-z][A-Za-z]*\.[A-Za-z0-9]+'$/

const WEB_STABLE = [
  'packages/analysis',
  'packages/contract',
  'packages/telemetry',
  'packages/client',
  // It hooks into the loading of modules, once in a process.
  'apps/web/src/testing/browser-world.ts',
]

/** In these areas a mutation that survives would be a wrong result, a lost race or a leaked row. */
export const AREAS: readonly MutationArea[] = [
  {
    folder: 'packages/telemetry',
    sources: ['src/**/*.ts'],
    tests: ['packages/telemetry/src/**/*.test.ts'],
    isPure: true,
  },
  {
    folder: 'packages/contract',
    sources: ['src/**/*.ts'],
    tests: ['packages/contract/src/**/*.test.ts', 'scripts/wire-snapshot/*.test.ts'],
    isPure: true,
  },
  {
    folder: 'packages/analysis',
    sources: ['src/**/*.ts'],
    tests: ['packages/analysis/src/**/*.test.ts'],
    isPure: true,
  },
  {
    folder: 'apps/server/src/championship/standings',
    sources: ['**/*.ts'],
    tests: ['apps/server/src/championship/standings/**/*.test.ts'],
    isPure: true,
  },
  {
    folder: 'apps/server/src/racing/records',
    sources: ['{describe-laps,driven-laps,lap-conditions}.ts'],
    tests: ['apps/server/src/racing/records/{describe,driven}-laps.test.ts'],
    isPure: true,
  },
  {
    folder: 'apps/server/src/racing/records',
    sources: ['{lap-statistics,records,routes,store-driven-laps,traced-bests}.ts'],
    tests: [
      'apps/server/src/racing/records/{records,store-driven-laps,tyre-ages}.test.ts',
      'apps/server/src/racing/traces/suggest-laps.test.ts',
    ],
    needsDatabase: true,
  },
  ...['auth', 'api'].map((name) => ({
    folder: `apps/web/src/${name}`,
    sources: ['**/*.ts'],
    tests: ['apps/web/src/{auth,api}/**/*.test.ts'],
    inProcess: { stable: WEB_STABLE },
    typedTexts: MESSAGE_KEY,
  })),
  ...['changes', 'features'].map((name) => ({
    folder: `apps/web/src/${name}`,
    sources: ['**/*.ts'],
    tests: [`apps/web/src/${name}/**/*.test.ts`],
    inProcess: { stable: WEB_STABLE },
    typedTexts: MESSAGE_KEY,
  })),
  {
    folder: 'apps/recorder',
    sources: ['src/**/*.ts'],
    tests: ['apps/recorder/src/**/*.test.ts'],
    inProcess: {
      stable: [
        'packages/contract',
        'packages/telemetry',
        'packages/client',
        ...['datagrams', 'faulty-disk', 'free-port', 'ingest-server', 'run-recorder'].map(
          (name) => `apps/recorder/src/testing/${name}.ts`,
        ),
      ],
    },
  },
]

export const NOT_MUTATED = /\.(test|fixture)\.ts$|\/testing\/|\.d\.ts$/

/**
 * Hooks run within React alone, where page tests hold them. What they decide is a function beside them, or in
 * their file, which then has a test of its own and is mutated.
 */
export const HOOK = /\/use-[\w-]+\.ts$/

/** They would cost more than they notice: browsers, long texts, hundreds of seasons or thousands of datagrams. */
export const TESTS_NOT_RUN = [
  // They start the recorder as a process of its own, in which no mutation is active.
  'apps/recorder/src/main.test.ts',
  'apps/recorder/src/main.long.test.ts',
  // It reads the messages in the sources, which a run changes.
  'apps/recorder/src/page/german.test.ts',
  'apps/server/src/championship/standings/standings.property.test.ts',
  'apps/web/src/features/timing-tower/timing-tower.long.test.ts',
  'apps/web/src/features/calendar/calendar-cost.test.ts',
  'packages/telemetry/src/fuzz.test.ts',
  // These tests need thousands of datagrams for each rule, or real ones. Beside the code the rule has a test of a few
  // made by hand.
  'packages/telemetry/src/session/{captures,frame-epochs,long-race,rejoined-game,sent-again}.test.ts',
  'packages/telemetry/src/thinning/thinned-race.test.ts',
]

/** The tests of an area must notice this share of its valid mutations. */
export const KILLED_MIN_PERCENT = 85
