import type { penaltyWords as english } from './penalties-en.ts'
import type { Translation } from './message.ts'

export const penaltyWords = {
  noAction: 'Keine weiteren Maßnahmen',
  warned: 'Verwarnung',
  reprimanded: 'Verweis',
  seconds: '+{seconds} s',
  places: { one: '−{count} Platz', other: '−{count} Plätze' },
  pointsLost: { one: '−{count} Punkt', other: '−{count} Punkte' },
  disqualified: 'disqualifiziert',
  licence: { one: '{count} Strafpunkt', other: '{count} Strafpunkte' },
  grid: {
    one: '{count} Startplatz zurück beim nächsten Rennen',
    other: '{count} Startplätze zurück beim nächsten Rennen',
  },
  suspended: {
    one: '{penalty}, auf Bewährung für {count} Rennen',
    other: '{penalty}, auf Bewährung für {count} Rennen',
  },
  activated: '{penalty}, die Bewährung ist widerrufen',
  raceBanned: {
    one: 'gesperrt für das nächste Rennen',
    other: 'gesperrt für die nächsten {count} Rennen',
  },
  qualifyingBanned: {
    one: 'gesperrt für das nächste Qualifying',
    other: 'gesperrt für die nächsten {count} Qualifyings',
  },
} as const satisfies Translation<typeof english>
