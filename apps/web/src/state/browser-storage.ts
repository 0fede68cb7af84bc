// A browser may refuse storage; what is chosen then lasts until the page is left.

/** Returns the value stored under `pitboard.NAME`; it may have been edited by anybody. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`pitboard.${name}`)
  } catch {
    return null
  }
}

/** Null removes the value. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`pitboard.${name}`)
    else localStorage.setItem(`pitboard.${name}`, value)
  } catch {
    return
  }
}

/** The next user of a tab does not see what was typed; it is null for a visitor. */
type DraftOwner = string | null

const keptOf = (owner: DraftOwner) => `pitboard.draft.${owner ?? ''}.`

/** Reads a draft that lasts as long as the tab, reloads included. */
export function readKept(owner: DraftOwner, name: string): string | null {
  try {
    return sessionStorage.getItem(keptOf(owner) + name)
  } catch {
    return null
  }
}

/** Null removes the draft. */
export function writeKept(owner: DraftOwner, name: string, draft: string | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keptOf(owner) + name)
    else sessionStorage.setItem(keptOf(owner) + name, draft)
  } catch {
    return
  }
}

export function readAllKept(owner: DraftOwner): Readonly<Record<string, string>> {
  try {
    const start = keptOf(owner)
    const own = Object.entries(sessionStorage).filter((entry): entry is [string, string] =>
      entry[0].startsWith(start),
    )
    return Object.fromEntries(own.map(([key, draft]) => [key.slice(start.length), draft]))
  } catch {
    return {}
  }
}
