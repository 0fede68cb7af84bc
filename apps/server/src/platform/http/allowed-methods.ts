import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** What a path of the API can be asked; nothing where there is no such path. */
    methodsAt(path: string): readonly string[]
  }
}

interface Known {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Notes what the API's routes take, so that a wrong method is told from an unknown path. */
export function noteMethods(app: FastifyInstance): void {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const { methods } = known.get(url) ?? note(url)
    for (const each of [method].flat()) methods.add(each)
  })
  app.decorate('methodsAt', (path: string) => {
    const fitting = [...known.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].toSorted()
  })

  function note(url: string): Known {
    const source = url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')
    const made = { pattern: new RegExp(`^${source}$`), methods: new Set<string>() }
    known.set(url, made)
    return made
  }
}
