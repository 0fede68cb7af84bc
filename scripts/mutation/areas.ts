/** A part of the sources, and the tests that must notice a mutation in it. */
export interface MutationArea {
  readonly folder: string
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  readonly needsDatabase?: boolean
}

/** Where a mutation that survives would be a wrong result, a lost race or a leaked row. */
export const AREAS: readonly MutationArea[] = [
  {
    folder: 'packages/telemetry',
    sources: ['src/**/*.ts'],
    tests: ['packages/telemetry/src/**/*.test.ts', 'sim/src/scenarios.test.ts'],
  },
  {
    folder: 'packages/contract',
    sources: ['src/**/*.ts'],
    tests: ['packages/contract/src/**/*.test.ts', 'scripts/wire-snapshot/*.test.ts'],
  },
  {
    folder: 'apps/server/src/championship/standings',
    sources: ['**/*.ts'],
    tests: ['apps/server/src/championship/standings/**/*.test.ts'],
    needsDatabase: true,
  },
  {
    folder: 'apps/server/src/racing/records',
    sources: ['**/*.ts'],
    tests: ['apps/server/src/racing/records/**/*.test.ts'],
    needsDatabase: true,
  },
  ...['auth', 'api'].map((name) => ({
    folder: `apps/web/src/${name}`,
    sources: ['**/*.ts'],
    tests: ['apps/web/src/{auth,api}/**/*.test.ts'],
  })),
  ...['changes', 'features'].map((name) => ({
    folder: `apps/web/src/${name}`,
    sources: ['**/*.ts'],
    tests: [`apps/web/src/${name}/**/*.test.ts`],
  })),
  {
    folder: 'apps/recorder',
    sources: ['src/**/*.ts'],
    tests: ['apps/recorder/src/**/*.test.ts'],
  },
]

export const NOT_MUTATED = /\.(test|fixture)\.ts$|\/testing\/|\.d\.ts$/

/** Of the valid mutations of an area, which its tests must notice. */
export const KILLED_MIN_PERCENT = 85
