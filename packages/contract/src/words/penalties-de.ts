import type { penaltyWords as english } from './penalties-en.ts'
import type { Translation } from './message.ts'

export const penaltyWords = {
  noAction: 'Keine weiteren Maßnahmen',
  warned: 'Verwarnung',
  seconds: '+{seconds} s',
  places: { one: '−{count} Platz', other: '−{count} Plätze' },
  pointsLost: { one: '−{count} Punkt', other: '−{count} Punkte' },
  disqualified: 'disqualifiziert',
  licence: { one: '{count} Strafpunkt', other: '{count} Strafpunkte' },
  grid: {
    one: '{count} Startplatz zurück beim nächsten Rennen',
    other: '{count} Startplätze zurück beim nächsten Rennen',
  },
  raceBanned: {
    one: 'gesperrt für das nächste Rennen',
    other: 'gesperrt für die nächsten {count} Rennen',
  },
  qualifyingBanned: {
    one: 'gesperrt für das nächste Qualifying',
    other: 'gesperrt für die nächsten {count} Qualifyings',
  },
} as const satisfies Translation<typeof english>
