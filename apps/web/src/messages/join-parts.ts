/** Joins what there is to say: a part that is missing or empty leaves no separator behind. */
export function joinParts(
  parts: readonly (string | number | false | null | undefined)[],
  separator = ' · ',
): string {
  const said = parts.filter(
    (part) => part !== '' && part !== false && part !== null && part !== undefined,
  )
  return said.join(separator)
}
