/** Told apart on a dark page, by hue and by how light they are. */
const COLOURS: readonly string[] = [
  ...['#ff8000', '#e8002d', '#3671c6', '#27f4d2', '#229971', '#ff87bc'],
  ...['#64c4ff', '#ffd12e', '#9b5cf6', '#b6babd', '#52e252', '#c5a04b'],
]

/** Teams keep the colour that they have; each other one gets one that no team has yet. */
export function coloursOf(
  teams: readonly string[],
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const colours = new Map(known)
  for (const team of teams) {
    if (team === '' || colours.has(team)) continue
    const taken = new Set(colours.values())
    const free = COLOURS.find((colour) => !taken.has(colour))
    colours.set(team, free ?? COLOURS[colours.size % COLOURS.length] ?? '')
  }
  return colours
}
