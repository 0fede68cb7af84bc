import type { TestContext } from 'node:test'

/** The call was sent to the server of the page. */
export interface SentCall {
  /** The name has the form `GET /api/Site?page=1`. */
  readonly name: string
  readonly body: unknown
  readonly headers: Headers
}

/**
 * Answers the calls of this test and records them. What is returned is the body of an answer, or the
 * answer itself.
 */
export function answerCalls(
  t: TestContext,
  answerOf: (name: string) => unknown = () => ({}),
): readonly SentCall[] {
  const sent: SentCall[] = []
  t.mock.method(globalThis, 'fetch', async (url: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${decodeURIComponent(url)}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    sent.push({ name, body, headers: new Headers(init.headers) })
    const answer = await answerOf(name)
    return answer instanceof Response ? answer : Response.json(answer)
  })
  return sent
}
