interface Named {
  readonly name: string
  readonly carNumber: number
}

/**
 * The three letters a timing screen shows for each driver. Two who would share a code get their
 * car numbers instead, as does a name without letters.
 */
export function driverCodes(drivers: readonly Named[]): string[] {
  const codes = drivers.map((driver) => lettersOf(driver.name))
  const seen = new Map<string, number>()
  for (const code of codes) seen.set(code, (seen.get(code) ?? 0) + 1)
  return codes.map((code, place) => {
    const shared = (seen.get(code) ?? 0) > 1
    return code === '' || shared ? `#${drivers[place]?.carNumber ?? 0}` : code
  })
}

function lettersOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
  return (words.at(-1) ?? '').slice(0, 3).toUpperCase()
}
