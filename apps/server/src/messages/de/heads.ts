import type { Translation } from '@pitboard/contract/words/message'
import type { heads as english } from '../en/heads.ts'

export const heads = {
  recorded: 'Jede Runde, jeder Stint, alle Boxenstopps und Strafen, aufgezeichnet von {name}.',
  live: 'Das Timing der Session von {name}, live im Browser.',
  lapOf: 'Runde {lap} von {laps}',
  leads: '{name} führt',
  fastest: '{name} ist am schnellsten',
  wins: '{name} gewinnt',
  aheadOf: '{result} vor {others}',
  notFoundWhy: 'Unter dieser Adresse gibt es keine Seite.',
  overlayWhat: 'Live-Timing, das über dem Bild eines Streams liegt.',
  notPublic: 'Nicht öffentlich',
  embedWhat: 'Rennergebnisse und Tabellen von Pitboard auf anderen Seiten.',
  searchWhat: 'Fahrer, Ligen, Saisons und Sessions auf Pitboard.',
  waiting: '{name} fährt gerade nicht. Die nächste Session erscheint hier.',
  profile: 'Sessions, Bestzeiten und Ligen von {name}.',
  league: {
    one: 'Rennliga von {owner} mit einer Saison.',
    other: 'Rennliga von {owner} mit {count} Saisons.',
  },
  season: {
    one: 'Eine Saison von {owner} mit einem Rennen.',
    other: 'Eine Saison von {owner} mit {count} Rennen.',
  },
  standings: '{season}: Wertung',
  leagueDrivers: '{league}: Fahrer',
  signUp: '{season}: Anmeldung',
  lapOfDriver: '{name} (Runde {lap})',
  against: '{lap} gegen {other}',
  comparisonWhat: 'Tempo, Pedale und Zeitverlust in jeder Kurve.',
} as const satisfies Translation<typeof english>
