import type { waiting as english } from '../en/waiting.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const waiting = {
  title: '{name}: Warten auf die nächste Session',
  opens: 'Sobald {name} fährt, öffnet sich die Session hier. Lass die Seite offen.',
  last: 'Letzte Session: {track}, {session}',
  toResult: 'Ergebnis öffnen',
  toSeason: 'Saison öffnen',
  toProfile: 'Profil',
  overlay: 'Stream-Overlay',
  next: 'Als Nächstes: {event}',
  round: 'Lauf {round} von {count}',
  takingPart: 'Wer dabei ist: {event}',
  lineUp: 'Aufstellung: {season}',
  answers: '{accepted} ja, {declined} nein, {open} offen',
  answersOfMembers: 'Wer an diesem Rennen teilnimmt, sehen die Fahrer der Saison.',
  latest: 'Letzte Sessions',
  nothingYet: '{name} hat noch keine Session aufgezeichnet.',
} satisfies Translation<typeof english>
