import type { HttpAnswer, HttpRequest } from './http-attack.ts'
import type { Lateness } from './lateness.ts'

/** Something that the server must not do, and what made it do it. */
export interface Finding {
  readonly what: string
  readonly detail: string
}

export interface Findings {
  add(what: string, detail: string): void
  /** Judges an answer; `secrets` are the texts that its receiver must not read. */
  judge(sent: HttpRequest, answer: HttpAnswer, n: number, secrets: readonly string[]): void
  list(): readonly Finding[]
  statuses(): Readonly<Record<string, number>>
  slowestMs(): number
}

export const NO_ANSWER = 'no answer'
const ANSWERS_WITHIN_MS = 2_000
const LISTED_MAX = 50
const SHOWN_CHARACTERS = 250
const LOG_CHARACTERS = 1_500

export function createFindings(lateness: Lateness, serverLog: () => string): Findings {
  const list: Finding[] = []
  const kinds = new Set<string>()
  const statuses: Record<string, number> = {}
  let slowestMs = 0

  /** One of a kind is enough to look into. */
  function add(what: string, detail: string, kind = what): void {
    if (kinds.has(kind) || list.length === LISTED_MAX) return
    kinds.add(kind)
    list.push({ what, detail })
  }

  return {
    add,
    judge(sent, answer, n, secrets) {
      const { status, retryAfter, tookMs, body } = answer
      statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1
      const serverMs = tookMs - lateness.longestSinceMs(performance.now() - tookMs)
      slowestMs = Math.max(slowestMs, serverMs)
      const detail = `request ${n}: ${describe(sent)}\n→ ${status} ${body.slice(0, SHOWN_CHARACTERS)}`
      const call = `${sent.method} ${sent.path.split(/[/?]/, 4).join('/')}`
      // Refused for the moment with the time to come back: what an overloaded server should say.
      const isShed = status === 503 && retryAfter !== undefined
      if (status !== null && status >= 500 && !isShed) {
        add(`${status}`, `${detail}\n${serverLog().slice(-LOG_CHARACTERS)}`, `${status} ${call}`)
      }
      if (status === null) add(NO_ANSWER, detail, `${NO_ANSWER} ${call}`)
      if (serverMs > ANSWERS_WITHIN_MS) {
        add(`answered after ${Math.round(serverMs)} ms`, detail, `slow ${call}`)
      }
      const leaked = secrets.find((secret) => body.includes(secret))
      if (leaked !== undefined) add(`disclosed ${leaked}`, detail, `disclosed ${call}`)
    },
    list: () => list,
    statuses: () => statuses,
    slowestMs: () => slowestMs,
  }
}

function describe({ method, path, headers, body }: HttpRequest): string {
  const text = JSON.stringify({ headers, body: body?.slice(0, SHOWN_CHARACTERS) })
  return `${method} ${path.slice(0, SHOWN_CHARACTERS)} ${text.replaceAll(/eyJ[\w.-]+/g, '…')}`
}
