import { itemAt } from '../wire/item-at.ts'
/** The part of the document may stand in several places. */
export interface Part {
  /** The name is that of the member, parameter or shape. */
  readonly name: string
  /**
   * The part stands in this noun or component; it is null for a part with a proper name, which says enough.
   */
  readonly owner: string | null
  /** The part is a member of this one, which distinguishes two of the same name in one owner. */
  readonly parent?: string
  readonly isNullable?: boolean
  readonly content: object
}

type ComponentKind = 'parameters' | 'requestBodies' | 'responses' | 'schemas'

/** Equal parts become one component, because a document that repeated them would be twice as long. */
export interface SharedComponents {
  readonly components: Readonly<Record<string, object>>
  /** Returns the part as it stands in a place: as a reference where others are the same. */
  refer(part: Pick<Part, 'content'>): object
}

interface SharedPart {
  readonly text: string
  readonly content: object
  /** The names go from the shortest to the one that says most. */
  readonly names: readonly string[]
}

/**
 * Chooses components for parts that occur several times. `taken` has the names of components that the
 * document has anyway. Throws an `Error` where no names distinguish two parts.
 */
export function shareComponents(
  kind: ComponentKind,
  parts: readonly Part[],
  taken: Iterable<string> = [],
): SharedComponents {
  const shared = listShared(parts)
  const nameOf = chooseNames(shared, new Set(taken))
  return {
    components: Object.fromEntries(
      shared.map(({ text, content }) => {
        const name = nameOf.get(text)
        if (name === undefined) throw new Error(`No name was chosen for ${text}`)
        return [name, content]
      }),
    ),
    refer({ content }) {
      const name = nameOf.get(textOf(content))
      return name === undefined ? content : { $ref: `#/components/${kind}/${name}` }
    },
  }
}

/** A part that only one owner has is named after it; a part of several owners has its own name. */
function listShared(parts: readonly Part[]): SharedPart[] {
  return [...Map.groupBy(parts, ({ content }) => textOf(content))].flatMap(([text, same]) => {
    const [first, ...others] = same
    if (!first || others.length === 0) return []
    const { name, owner, parent, isNullable, content } = first
    const own = owner === null ? name : joinWords(owner, name)
    const full = parent === undefined || owner === null ? own : joinWords(owner, parent, name)
    const isOfOne = same.every((part) => part.owner === owner)
    const names = [...(isOfOne ? [] : [name]), own, full]
    return [{ text, content, names: isNullable ? names.map((each) => `Nullable${each}`) : names }]
  })
}

/** Returns a name for each part, by its text. Parts whose names would be equal get longer ones. */
function chooseNames(shared: readonly SharedPart[], taken: ReadonlySet<string>) {
  const chosen = new Map<string, string>()
  let waiting = shared
  for (let length = 0; waiting.length > 0; length++) {
    const wanted = Map.groupBy(waiting, ({ names }) =>
      itemAt(names, Math.min(length, names.length - 1)),
    )
    const used = new Set([...taken, ...chosen.values()])
    const left: SharedPart[] = []
    for (const [name, [only, ...others]] of wanted) {
      if (only && others.length === 0 && !used.has(name)) chosen.set(only.text, name)
      else if (only) left.push(only, ...others)
    }
    const [stuck] = left.filter(({ names }) => length >= names.length)
    if (stuck) throw new Error(`Two components are called ${stuck.names.at(-1)}: name one of them.`)
    waiting = left
  }
  return chosen
}

/** `Season` and `name` make `SeasonName`, `SignUp` and `signUpId` make `SignUpId`. */
function joinWords(first: string, ...others: readonly string[]): string {
  return others.reduce((joined, word) => {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    return capital.startsWith(joined) ? capital : `${joined}${capital}`
  }, first)
}

const textOf = (content: object) => JSON.stringify(content)
