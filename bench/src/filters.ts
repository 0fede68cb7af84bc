import { openTestServer } from '@pitboard/server/testing/server'
import { KINDS, type Asked } from './filters/asked.ts'
import { fill, SESSIONS, USERS } from './filters/fill.ts'
import { median, printTable, type Row } from './report.ts'

const LIMIT_MS = 30
const ROUNDS = 12

/**
 * Filters over many sessions, through the server: every field with every operator, several of them,
 * sorts and deep pages, with values that many sessions have, few, or none.
 */
export default async function benchFilters(): Promise<void> {
  const server = await openTestServer()
  try {
    await fill(server.context.db)
    // A server that people ask is warm.
    for (const { ask } of KINDS) await timed(server, ask(ROUNDS))
    const groups = new Map<string, number[]>()
    for (const { group, ask } of KINDS) {
      const took = groups.get(group) ?? []
      groups.set(group, took)
      for (let n = 0; n < ROUNDS; n++) took.push(await timed(server, ask(n)))
    }
    const all = [...groups.values()].flat()
    const rows = [...groups].map(([group, took]) => row(group, took))
    const what = `all ${all.length} filters`
    rows.push(row(what, all))
    printTable(`${SESSIONS} sessions of ${USERS} users`, rows)
    if (rows.some(({ holds }) => !holds)) process.exitCode = 1
  } finally {
    await server.close()
  }
}

type Server = Awaited<ReturnType<typeof openTestServer>>

async function timed({ app }: Server, { filters, sorts = '', page = 1 }: Asked): Promise<number> {
  const query = new URLSearchParams({ filters, sorts, page: String(page) })
  const url = `/api/Sessions/filters?${query}`
  const begunMs = performance.now()
  const { statusCode, body } = await app.inject({ url })
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`)
  return performance.now() - begunMs
}

function row(what: string, took: readonly number[]): Row {
  const sorted = took.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  return {
    what,
    value: `p95 ${p95.toFixed(1)} ms`,
    compared: `half ${median(took).toFixed(1)} ms, worst ${(sorted.at(-1) ?? 0).toFixed(0)}`,
    limit: `< ${LIMIT_MS} ms`,
    holds: p95 < LIMIT_MS,
  }
}
