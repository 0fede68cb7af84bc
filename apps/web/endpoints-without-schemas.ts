import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'

const CONTRACT = /\/contract\/src\/[\w/-]+\.ts$/
/** The client reads nothing else of an endpoint (`contract/src/wire/client.ts`). */
const READ = ['method', 'path', 'auth', 'rawBody', 'statuses']

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * What an endpoint takes and answers with is checked by the server; a page knows it as types only.
 * Without it, no page loads schemas nor what makes them.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!CONTRACT.test(id) || !code.includes("from 'typebox'")) return null
      return { code: withoutSchemas(code, id), map: null }
    },
  }
}

/** Reduces a module of the contract to what the client reads of it. */
export function withoutSchemas(code: string, id: string): string {
  return edited(code, editsOf(code, id))
}

function editsOf(code: string, id: string): Edit[] {
  const { program } = parseSync(id, code)
  const edits = program.body.flatMap(constantsOf).flatMap(purely)
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type !== 'Identifier' || argument?.type !== 'ObjectExpression') return
      if (callee.name === 'endpoint') edits.push(...withoutUnread(argument, code))
      if (callee.name !== 'endpointTable') return
      for (const row of argument.properties) {
        if (row.type !== 'Property' || row.value.type !== 'ObjectExpression') continue
        edits.push(...withoutUnread(row.value, code))
      }
    },
  })
  visitor.visit(program)
  return edits.toSorted((a, b) => a.start - b.start)
}

/** Takes what no client reads out of an endpoint. */
function withoutUnread({ properties }: ESTree.ObjectExpression, code: string): Edit[] {
  return properties
    .filter((part) => part.type === 'Property')
    .filter(({ key }) => !READ.some((name) => isNamed(key, name)))
    .map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))
}

function constantsOf(statement: ESTree.Statement | ESTree.ModuleDeclaration): ESTree.Expression[] {
  const { type } = statement
  const declared = type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) => init ?? [])
}

/**
 * A schema made of another's properties reads them, which the bundler takes for a side effect. The
 * annotation denies that, so that unused schemas are left out.
 */
function purely({ type, start, end }: ESTree.Expression): Edit[] {
  if (type !== 'CallExpression' && type !== 'ObjectExpression') return []
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ]
}

function isNamed(key: ESTree.PropertyKey, name: string): boolean {
  return key.type === 'Identifier' && key.name === name
}

function edited(code: string, edits: readonly Edit[]): string {
  let stripped = ''
  let at = 0
  for (const { start, end, text } of edits) {
    stripped += code.slice(at, start) + text
    at = end
  }
  return stripped + code.slice(at)
}
