import { sessionTypes } from '@pitboard/contract/words/session-types-en'
import type { Area } from '@pitboard/contract/words/message'

export const timing = {
  ...sessionTypes,
  clear: 'Clear',
  lightCloud: 'Light cloud',
  overcast: 'Overcast',
  lightRain: 'Light rain',
  heavyRain: 'Heavy rain',
  storm: 'Storm',
  unknownWeather: 'Unknown weather',
  soft: 'Soft',
  medium: 'Medium',
  hard: 'Hard',
  intermediate: 'Intermediate',
  wet: 'Wet',
  dry: 'Dry',
  superSoft: 'Super soft',
  unknownTyre: 'Unknown tyre',
  didNotFinish: 'Did not finish',
  disqualified: 'Disqualified',
  notClassified: 'Not classified',
  retired: 'Retired',
  notDriving: 'Not driving',
  noResult: 'No result',
  win: 'Win',
  podium: 'Podium',
  inThePoints: 'In the points',
  withoutPoints: 'Without points',
  sessionBest: 'best of the session',
  personalBest: 'personal best',
  invalidTime: 'invalid',
  outlineOf: 'Outline of {track}',
  warning: 'Warning',
  lapsDown: { one: '+{count} lap', other: '+{count} laps' },

  // Reasons of penalties and warnings, as they follow "for".
} as const satisfies Area
