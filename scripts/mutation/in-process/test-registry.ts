import { mock } from 'node:test'

/**
 * Takes the place of `node:test` where many runs share a process, which the module of Node does not
 * allow: it collects the tests of the file that is being loaded.
 */
type Body = (context: TestContext) => unknown
type Hook = () => unknown

interface Options {
  readonly skip?: boolean | string
}

interface TestContext {
  readonly name: string
  readonly mock: typeof mock
  readonly signal: AbortSignal
  readonly after: (hook: Hook) => void
  readonly skip: () => void
  readonly diagnostic: () => void
  readonly test: (name: string, ...rest: readonly (Options | Body)[]) => Promise<void>
}

export interface RegisteredTest {
  readonly name: string
  readonly run: () => Promise<void>
}

interface Suite {
  readonly parent: Suite | null
  readonly before: Hook[]
  readonly after: Hook[]
  readonly beforeEach: Hook[]
  readonly afterEach: Hook[]
}

export interface RegisteredFile {
  readonly tests: readonly RegisteredTest[]
  readonly before: readonly Hook[]
  readonly after: readonly Hook[]
}

const createSuite = (parent: Suite | null): Suite => ({
  parent,
  before: [],
  after: [],
  beforeEach: [],
  afterEach: [],
})

let suite = createSuite(null)
let tests: RegisteredTest[] = []
let suites: Suite[] = [suite]

/** Forgets the tests of the file before. */
export function startRegistration(): void {
  suite = createSuite(null)
  suites = [suite]
  tests = []
}

export function endRegistration(): RegisteredFile {
  return {
    tests,
    before: suites.flatMap((each) => each.before),
    after: suites.toReversed().flatMap((each) => each.after),
  }
}

const isBody = (part: Options | Body): part is Body => typeof part === 'function'

async function runBody(name: string, body: Body, hooks: Suite | null): Promise<void> {
  const mocks = createMocks()
  const cleanups: Hook[] = []
  const ended = new AbortController()
  const context: TestContext = {
    name,
    mock: mocks,
    signal: ended.signal,
    after: (hook) => cleanups.push(hook),
    skip: () => undefined,
    diagnostic: () => undefined,
    async test(inner, ...rest) {
      const run = rest.find(isBody)
      if (run && !isSkipped(rest)) await runBody(inner, run, null)
    },
  }
  const around: Suite[] = []
  for (let at = hooks; at !== null; at = at.parent) around.unshift(at)
  try {
    for (const hook of around.flatMap((each) => each.beforeEach)) await hook()
    await body(context)
  } finally {
    for (const hook of cleanups) await hook()
    for (const hook of around.toReversed().flatMap((each) => each.afterEach)) await hook()
    mocks.reset()
    ended.abort()
  }
}

/** Each test has mocks of its own, which end with it. */
function createMocks(): typeof mock {
  const mocks: unknown = Reflect.construct(mock.constructor, [])
  if (!isMock(mocks)) throw new TypeError('The mocks of node:test can be constructed')
  return mocks
}

function isMock(value: unknown): value is typeof mock {
  return value instanceof mock.constructor
}

function isSkipped(rest: readonly (Options | Body)[]): boolean {
  return rest.some((part) => !isBody(part) && part.skip !== undefined && part.skip !== false)
}

export function test(name: string, ...rest: readonly (Options | Body)[]): Promise<void> {
  const body = rest.find(isBody)
  const owner = suite
  if (body && !isSkipped(rest)) tests.push({ name, run: () => runBody(name, body, owner) })
  return Promise.resolve()
}

export function describe(_: string, ...rest: readonly (Options | Body)[]): Promise<void> {
  const body = rest.find((part): part is Hook => typeof part === 'function')
  if (!body || isSkipped(rest)) return Promise.resolve()
  const outer = suite
  suite = createSuite(outer)
  suites.push(suite)
  try {
    body()
  } finally {
    suite = outer
  }
  return Promise.resolve()
}

export const before = (hook: Hook): number => suite.before.push(hook)
export const after = (hook: Hook): number => suite.after.push(hook)
export const beforeEach = (hook: Hook): number => suite.beforeEach.push(hook)
export const afterEach = (hook: Hook): number => suite.afterEach.push(hook)
export { describe as suite, mock }
