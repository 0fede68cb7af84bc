import { openTestServer } from '@pitboard/server/testing/server'
import { COUNTS, fill } from './lists/fill.ts'
import { printTable, type Row } from './report.ts'

const LIMIT_MS = 30
const CALLS = 100

/** What is asked for the n-th time. */
type Ask = (n: number) => string

const WORDS = ['friends', 'midnigth', 'malmo', 'endurance cup', 'sliver', 'pole', 'pit', 'zzzz']

const ASKED: readonly (readonly [what: string, ask: Ask])[] = [
  ['leagues, first page', () => '/api/League'],
  ['leagues, any page', (n) => `/api/League?page=${1 + ((n * 541) % 4500)}`],
  ['leagues, searched', (n) => `/api/League?search=${WORDS[n % WORDS.length]}`],
  ['leagues of a user', (n) => `/api/League/user/${userId(n)}`],
  ['seasons, first page', () => '/api/Seasons'],
  ['seasons, any page', (n) => `/api/Seasons?page=${1 + ((n * 541) % 6500)}`],
  ['seasons of a user', (n) => `/api/Seasons/user/${userId(n)}`],
  ['one season', (n) => `/api/Seasons/0190a000-0003-7000-8000-${hex(1 + n * 10)}`],
  ['search, a word', (n) => `/api/Search?q=${WORDS[n % WORDS.length]}`],
  ['search, a track', (n) => `/api/Search?q=${['spa', 'monza race', 'interlagso'][n % 3]}`],
]

/** Lists and searches of a large installation. */
export default async function benchLists(): Promise<void> {
  const server = await openTestServer()
  try {
    await fill(server.context.db)
    const rows: Row[] = []
    for (const [what, ask] of ASKED) {
      const p95 = await measure(async (n) => {
        const { statusCode, body } = await server.app.inject(ask(n))
        if (statusCode !== 200) throw new Error(`${ask(n)}: ${statusCode} ${body}`)
      })
      const value = `p95 ${p95.toFixed(1)} ms`
      rows.push({ what, value, compared: '', limit: `< ${LIMIT_MS} ms`, holds: p95 < LIMIT_MS })
    }
    const counts = Object.entries(COUNTS).map(([noun, count]) => `${count} ${noun}`)
    printTable(`Lists of ${counts.join(', ')}`, rows)
  } finally {
    await server.close()
  }
}

async function measure(once: (n: number) => Promise<void>): Promise<number> {
  for (let n = 0; n < 10; n++) await once(n)
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const begunMs = performance.now()
    await once(n)
    times.push(performance.now() - begunMs)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.95)] ?? Number.NaN
}

function userId(n: number): string {
  return `0190a000-0001-7000-8000-${hex(1 + n * 97)}`
}

function hex(index: number): string {
  return index.toString(16).padStart(12, '0')
}
