import { parseSync } from 'vite'

export interface SourceString {
  readonly value: string
  /** Visitors read or hear it, judged by its place. */
  readonly isShown: boolean
  readonly line: number
}

interface Place {
  readonly shown: boolean
  /** Says nothing about what it holds: a type, an address, an error for programmers. */
  readonly exempt: boolean
}

const SHOWN_ATTRIBUTES =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint|error|description|\w+Label)$/

/** Reads like the beginning of a sentence or a label: "Lap", "Nobody is driving." */
const READS_LIKE_TEXT = /^\p{Lu}\p{Ll}+([\s.,:;!?…]|$)/u

const TYPES_AND_IMPORTS = /^(Import|Export\w+$|TS)/

/** Returns every string of a source file, whatever way it is written. */
export function stringsOf(path: string, source: string): SourceString[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: SourceString[] = []

  function add(value: unknown, start: unknown, { shown, exempt }: Place): void {
    if (typeof value !== 'string') return
    const isShown = !exempt && /\p{L}/u.test(value) && (shown || READS_LIKE_TEXT.test(value.trim()))
    const line = source.slice(0, Number(start)).split('\n').length
    found.push({ value: value.trim(), isShown, line })
  }

  function walk(node: unknown, place: Place): void {
    if (Array.isArray(node)) {
      for (const child of node) walk(child, place)
      return
    }
    if (!isNode(node)) return
    const { type, start } = node
    if (type === 'JSXText') add(node.value, start, { ...place, shown: true })
    else if (type === 'Literal') add(node.value, start, place)
    else if (type === 'TemplateElement' && isNode(node.value)) add(node.value.cooked, start, place)
    else for (const [name, child] of Object.entries(node)) walk(child, placeOf(node, name, place))
  }

  walk(program, { shown: false, exempt: false })
  return found
}

function placeOf(node: Node, child: string, place: Place): Place {
  const { type } = node
  if (type === 'JSXElement' || type === 'JSXFragment')
    return { ...place, shown: child === 'children' }
  if (type === 'JSXAttribute') {
    const name = isNode(node.name) ? String(node.name.name) : ''
    return { shown: SHOWN_ATTRIBUTES.test(name), exempt: /^(className|to|href|key|id)$/.test(name) }
  }
  const isCondition = type === 'ConditionalExpression' && child === 'test'
  const isCompared = type === 'BinaryExpression'
  const isGuard = type === 'LogicalExpression' && child === 'left' && node.operator === '&&'
  const isArgument = type === 'CallExpression' || type === 'NewExpression'
  if (isCondition || isCompared || isGuard || isArgument) place = { ...place, shown: false }
  const isKey = type === 'Property' && child === 'key'
  const isError = isNode(node.callee) && String(node.callee.name).endsWith('Error')
  const isCode = TYPES_AND_IMPORTS.test(type) && child !== 'declaration' && child !== 'expression'
  if (isKey || isError || isCompared || isCode) return { shown: false, exempt: true }
  return place
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && ('type' in value || 'cooked' in value)
}
