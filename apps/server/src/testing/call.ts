import type { TestAccount } from './account.ts'
import type { TestServer } from './server.ts'

export interface CallOptions {
  /** This account calls; a visitor calls if it is left out. */
  readonly as?: TestAccount
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the product API within the process: `'POST /api/League'`. */
export function createCall(server: () => TestServer) {
  return async (what: string, { as, body, headers }: CallOptions = {}) => {
    const [method = 'GET', url = '/'] = what.split(' ')
    return server().app.inject({
      method: readMethod(method),
      url,
      headers: { ...(as && { authorization: `Bearer ${as.accessToken}` }), ...headers },
      ...(body && { payload: body }),
    })
  }
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'] as const

function readMethod(text: string): (typeof METHODS)[number] {
  return METHODS.find((method) => method === text) ?? 'GET'
}
