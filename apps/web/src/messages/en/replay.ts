import type { Area } from '@pitboard/contract/words/message'

export const replay = {
  play: 'Play',
  pause: 'Pause',
  moment: 'Moment of the session',
  live: 'Live',
  delay: 'Delay in s',
  playback: 'Playback',
  availableFrom: 'Available from lap {lap}',
  speed: 'Speed',
  result: 'Result',
  preparing: 'The replay is being prepared: {percent} %',
  none: 'No replay',
  noneWhy: 'The telemetry of this session is not stored, or cannot be played at the moment.',
  failed: 'A part of the replay could not be loaded. Choose the moment again.',
} as const satisfies Area
