/**
 * The keys are the game's track ids, which are the same in every year. A track of a new game year is added
 * here and nowhere else.
 */
export const TRACK_NAMES: Readonly<Record<number, string>> = {
  0: 'Melbourne',
  1: 'Paul Ricard',
  2: 'Shanghai',
  3: 'Sakhir (Bahrain)',
  4: 'Catalunya',
  5: 'Monaco',
  6: 'Montreal',
  7: 'Silverstone',
  8: 'Hockenheim',
  9: 'Hungaroring',
  10: 'Spa',
  11: 'Monza',
  12: 'Singapore',
  13: 'Suzuka',
  14: 'Abu Dhabi',
  15: 'Texas',
  16: 'Brazil',
  17: 'Austria',
  18: 'Sochi',
  19: 'Mexico',
  20: 'Baku (Azerbaijan)',
  21: 'Sakhir Short',
  22: 'Silverstone Short',
  23: 'Texas Short',
  24: 'Suzuka Short',
  25: 'Hanoi',
  26: 'Zandvoort',
  27: 'Imola',
  28: 'Portimão',
  29: 'Jeddah',
  30: 'Miami',
  31: 'Las Vegas',
  32: 'Losail',
  39: 'Silverstone (Reverse)',
  40: 'Austria (Reverse)',
  41: 'Zandvoort (Reverse)',
  42: 'Madrid',
}

/** Returns the English name of a track; `#` and the id for a track without a name. */
export function trackName(trackId: number): string {
  return TRACK_NAMES[trackId] ?? `#${trackId}`
}

export const TRACK_IDS: readonly number[] = Object.keys(TRACK_NAMES).map(Number)

/** Returns all tracks that have a name, sorted by name. */
export function allTracks(): { readonly trackId: number; readonly name: string }[] {
  return Object.entries(TRACK_NAMES)
    .map(([trackId, name]) => ({ trackId: Number(trackId), name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
