/** A part of the document that may stand in several places. */
export interface Part {
  /** What a component of it is called, if the name is free. */
  readonly name: string
  /** Where it stands first: tells components of the same name apart. */
  readonly owner: string
  readonly content: object
}

type ComponentKind = 'parameters' | 'requestBodies' | 'responses' | 'schemas'

/** Parts that are alike stand once, as components: a document that repeated them would be twice as long. */
export interface SharedComponents {
  readonly components: Readonly<Record<string, object>>
  /** The part as it stands in a place: a reference where others are the same. */
  refer(part: Pick<Part, 'content'>): object
}

/** Names that are taken are those of components that the document has anyway. */
export function shareComponents(
  kind: ComponentKind,
  parts: readonly Part[],
  taken: Iterable<string> = [],
): SharedComponents {
  const nameOf = new Map<string, string>()
  const components: Record<string, object> = {}
  const names = new Set(taken)
  for (const [text, [first, ...others]] of Map.groupBy(parts, ({ content }) => textOf(content))) {
    if (!first || others.length === 0) continue
    const name = freeName(first, names)
    names.add(name)
    nameOf.set(text, name)
    components[name] = first.content
  }
  return {
    components,
    refer({ content }) {
      const name = nameOf.get(textOf(content))
      return name === undefined ? content : { $ref: `#/components/${kind}/${name}` }
    },
  }
}

const textOf = (content: object) => JSON.stringify(content)

function freeName({ name, owner }: Part, taken: ReadonlySet<string>): string {
  const long = `${name}Of${owner}`
  let free = taken.has(name) ? long : name
  for (let number = 2; taken.has(free); number++) free = `${long}${number}`
  return free
}
