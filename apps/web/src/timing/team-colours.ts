/**
 * Teams and leagues that have no colour of their own yet get these. They are stored with the team and shown like the
 * ones that a game or an organiser has chosen, so they are values and not tokens of the page.
 */

/** A place that asks for one colour begins with this. */
export const FIRST_COLOUR = '#1e9be0'

/** The colours can be told apart on a dark page by hue and lightness. */
export const TEAM_COLOURS: readonly string[] = [
  '#ff8000',
  '#e8002d',
  '#3671c6',
  '#27f4d2',
  '#229971',
  '#ff87bc',
  '#64c4ff',
  '#ffd12e',
  '#9b5cf6',
  '#b6babd',
  '#52e252',
  '#c5a04b',
]

/** Returns the colour of a team that comes after that many others. */
export function teamColour(place: number): string {
  return TEAM_COLOURS[place % TEAM_COLOURS.length] ?? FIRST_COLOUR
}
