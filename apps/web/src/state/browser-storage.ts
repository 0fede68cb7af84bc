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

const KEPT = 'pitboard.draft.'

/** A draft that lasts as long as the tab, reloads included. */
export function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(KEPT + name)
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeKept(name: string, draft: string | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEPT + name)
    else sessionStorage.setItem(KEPT + name, draft)
  } catch {
    return
  }
}
