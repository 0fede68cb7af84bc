import type { replay as english } from '../en/replay.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const replay = {
  play: 'Abspielen',
  pause: 'Anhalten',
  moment: 'Moment der Session',
  live: 'Live',
  delay: 'Verzögerung in s',
  playback: 'Wiedergabe',
  availableFrom: 'Verfügbar ab Runde {lap}',
  speed: 'Tempo',
  result: 'Ergebnis',
  preparing: 'Die Wiederholung wird vorbereitet: {percent} %',
  none: 'Keine Wiederholung',
  noneWhy:
    'Die Telemetrie dieser Session ist nicht gespeichert oder lässt sich gerade nicht abspielen.',
  failed: 'Ein Teil der Wiederholung ließ sich nicht laden. Wähle den Moment noch einmal.',
} satisfies Translation<typeof english>
