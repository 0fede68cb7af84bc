/** A scope collects the values that a generated function uses, and compiles it. */
export interface Scope {
  /** Returns the name of a value in the source. */
  bind(value: unknown): string
  /** Compiles the body of a function. Its parameters are by default `v`, the view, and `o`, the offset. */
  compile(source: string, parameters?: string): (view: DataView, at: number) => never
}

/** Creates a scope without values. */
export function createScope(): Scope {
  const bound: unknown[] = []
  return {
    bind: (value) => `s${bound.push(value) - 1}`,
    compile: (source, parameters = 'v,o') => {
      const names = bound.map((_, i) => `s${i}`)
      const body = `'use strict';return function(${parameters}){${source}}`
      // The source contains only names and numbers of our own tables.
      // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-return
      return new Function(...names, body)(...bound)
    },
  }
}
