// A browser may refuse storage; what is chosen then lasts until the page is left.

/** The value stored under `pitboard.NAME`; it may have been edited by anybody. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`pitboard.${name}`)
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`pitboard.${name}`)
    else localStorage.setItem(`pitboard.${name}`, value)
  } catch {
    return
  }
}
