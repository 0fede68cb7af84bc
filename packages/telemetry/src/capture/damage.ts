/** What is said of a file that is broken: what lies before the damage is kept. */
export function damageAt(offset: number, what: string): string {
  return `byte ${offset}: ${what}; what lies before it is kept`
}
