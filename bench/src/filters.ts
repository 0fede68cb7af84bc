import { openTestServer } from '@pitboard/server/testing/server'
import { KINDS, type Asked } from './filters/asked.ts'
import { fill, SESSIONS, USERS } from './filters/fill.ts'
import { median, printTable, type Row } from './report.ts'

const LIMIT_MS = 30
/** Of each kind in a round. */
const ASKED = 12
/** The quietest counts: other programs of the machine are not what is measured. */
const ROUNDS = 3

/**
 * Filters over many sessions, through the server: every field with every operator, several of them,
 * sorts and deep pages, with values that many sessions have, few, or none.
 */
export default async function benchFilters(): Promise<void> {
  const server = await openTestServer()
  try {
    await fill(server.context.db)
    // A server that people ask is warm.
    for (const { ask } of KINDS) await timed(server, ask(ASKED))
    const quietest = new Map<string, readonly number[]>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const [group, took] of await askAll(server)) {
        const best = quietest.get(group)
        if (!best || p95(took) < p95(best)) quietest.set(group, took)
      }
    }
    const all = [...quietest.values()].flat()
    const rows = [...quietest].map(([group, took]) => row(group, took))
    const what = `all ${all.length} filters`
    rows.push(row(what, all))
    printTable(`${SESSIONS} sessions of ${USERS} users`, rows)
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
  } finally {
    await server.close()
  }
}

type Server = Awaited<ReturnType<typeof openTestServer>>

/** How long each took, by group: the same in every round. */
async function askAll(server: Server): Promise<ReadonlyMap<string, number[]>> {
  const groups = new Map<string, number[]>()
  for (const { group, ask } of KINDS) {
    const took = groups.get(group) ?? []
    groups.set(group, took)
    for (let n = 0; n < ASKED; n++) took.push(await timed(server, ask(n)))
  }
  return groups
}

async function timed({ app }: Server, { filters, sorts = '', page = 1 }: Asked): Promise<number> {
  const query = new URLSearchParams({ filters, sorts, page: String(page) })
  const url = `/api/Sessions/filters?${query}`
  const begunMs = performance.now()
  const { statusCode, body } = await app.inject({ url })
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`)
  return performance.now() - begunMs
}

function row(what: string, took: readonly number[]): Row {
  return {
    what,
    value: `p95 ${p95(took).toFixed(1)} ms`,
    compared: `half ${median(took).toFixed(1)} ms, worst ${Math.max(...took).toFixed(0)}`,
    limit: `< ${LIMIT_MS} ms`,
    holds: p95(took) < LIMIT_MS,
  }
}

function p95(took: readonly number[]): number {
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.NaN
}
