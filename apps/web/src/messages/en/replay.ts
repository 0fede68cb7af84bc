import type { Area } from './message.ts'

export const replay = {
  play: 'Play',
  pause: 'Pause',
  moment: 'Moment of the replay',
  speed: 'Speed',
  result: 'To the result',
  preparing: 'The replay is being prepared: {percent} %',
  none: 'No replay',
  noneWhy: 'The telemetry of this session was not kept, or it can not be played now.',
  failed: 'A part of the replay could not be fetched. Choose the moment again.',
} as const satisfies Area
