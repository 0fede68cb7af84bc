// A browser may refuse storage; what is chosen then lasts until the page is left.

/** What was kept under a name below `pitboard.`; anybody may have changed it meanwhile. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`pitboard.${name}`)
  } catch {
    return null
  }
}

export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(`pitboard.${name}`, value)
  } catch {
    return
  }
}
