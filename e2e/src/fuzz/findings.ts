import type { HttpAnswer, HttpRequest } from './http-attack.ts'
import type { MachineDelays } from './machine-delays.ts'

/** The server must not do this; the finding says what made it do it. */
export interface Finding {
  readonly what: string
  readonly detail: string
}

export interface Findings {
  add(what: string, detail: string): void
  /**
   * It is called when a request is sent, with its number and the texts that its sender must not read; returns what
   * judges the answer.
   */
  expect(sent: HttpRequest, n: number, secrets: readonly string[]): (answer: HttpAnswer) => void
  list(): readonly Finding[]
  statuses(): Readonly<Record<string, number>>
  /** Returns the slowest answers, slowest first. */
  slowest(): readonly SlowAnswer[]
}

export interface SlowAnswer {
  readonly tookMs: number
  readonly request: string
}

export const NO_ANSWER = 'no answer'
const ANSWERS_WITHIN_MS = 2_000
/** The server cuts who sends nothing for five seconds, which this client does while it has no processor. */
const STARVED_MS = 2_000
const SLOWEST = 5
const LISTED_MAX = 50
const SHOWN_CHARACTERS = 250
const LOG_CHARACTERS = 1_500

export function createFindings(
  delays: MachineDelays,
  serverLog: () => string,
  patience: number,
): Findings {
  const list: Finding[] = []
  const kinds = new Set<string>()
  const statuses: Record<string, number> = {}
  let slowest: SlowAnswer[] = []

  /** One of a kind is enough to look into. */
  function add(what: string, detail: string, kind = what): void {
    if (kinds.has(kind) || list.length === LISTED_MAX) return
    kinds.add(kind)
    list.push({ what, detail })
  }

  return {
    add,
    expect(sent, n, secrets) {
      const mark = delays.mark()
      return ({ status, retryAfter, tookMs, body }) => {
        statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1
        const machineMs = delays.sinceMs(mark)
        const serverMs = Math.max(0, tookMs - machineMs)
        const request = `request ${n}: ${describe(sent)}`
        if (serverMs > (slowest.at(-1)?.tookMs ?? 0) || slowest.length < SLOWEST) {
          slowest = [...slowest, { tookMs: serverMs, request }]
            .toSorted((a, b) => b.tookMs - a.tookMs)
            .slice(0, SLOWEST)
        }
        const detail = `${request}\n→ ${status} ${body.slice(0, SHOWN_CHARACTERS)}`
        const call = `${sent.method} ${sent.path.split(/[/?]/, 4).join('/')}`
        // The server has refused it for the moment with the time to come back: what an overloaded server should say.
        const isShed = status === 503 && retryAfter !== undefined
        if (status !== null && status >= 500 && !isShed) {
          add(`${status}`, `${detail}\n${serverLog().slice(-LOG_CHARACTERS)}`, `${status} ${call}`)
        }
        if (status === null && machineMs < STARVED_MS)
          add(NO_ANSWER, detail, `${NO_ANSWER} ${call}`)
        if (serverMs > ANSWERS_WITHIN_MS * patience) {
          add(`answered after ${Math.round(serverMs)} ms`, detail, `slow ${call}`)
        }
        const leaked = secrets.find((secret) => body.includes(secret))
        if (leaked !== undefined) add(`disclosed ${leaked}`, detail, `disclosed ${call}`)
      }
    },
    list: () => list,
    statuses: () => statuses,
    slowest: () => slowest,
  }
}

function describe({ method, path, headers, body }: HttpRequest): string {
  const text = JSON.stringify({ headers, body: body?.slice(0, SHOWN_CHARACTERS) })
  return `${method} ${path.slice(0, SHOWN_CHARACTERS)} ${text.replaceAll(/eyJ[\w.-]+/g, '…')}`
}
