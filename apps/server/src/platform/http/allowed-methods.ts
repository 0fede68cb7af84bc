import type { FastifyInstance } from 'fastify'
import { createPathPattern } from './path-pattern.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the methods that a path of the API allows; empty for an unknown path. */
    methodsAt(path: string): readonly string[]
  }
}

interface Known {
  readonly isPath: (path: string) => boolean
  readonly methods: Set<string>
}

/** Collects the methods of the API's routes, to distinguish a wrong method from an unknown path. */
export function registerAllowedMethods(app: FastifyInstance): void {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const { methods } = known.get(url) ?? note(url)
    for (const each of [method].flat()) methods.add(each)
  })
  app.decorate('methodsAt', (path: string) => {
    const fitting = [...known.values()].filter(({ isPath }) => isPath(path))
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))].toSorted()
  })

  function note(url: string): Known {
    const made = { isPath: createPathPattern(url), methods: new Set<string>() }
    known.set(url, made)
    return made
  }
}
