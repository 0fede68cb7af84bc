import type { tokens as english } from '../en/tokens.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const tokens: Translation<typeof english> = {
  tokenTitle: 'Zugriffstoken',
  tokenWhy:
    'Mit einem Token ruft ein Programm von dir die API in deinem Namen auf. Behandle es wie ein Passwort.',
  tokenStay:
    'Abmelden, auch überall, und ein neues Passwort beenden deine Token nicht. Widerrufe alle, die du nicht mehr brauchst.',
  tokenNone: 'Du hast kein Zugriffstoken.',
  tokenName: 'Name',
  tokenNameHint: 'Zum Beispiel das Programm, für das es ist.',
  tokenNameMissing: 'Gib dem Token einen Namen.',
  tokenScopes: 'Was das Programm darf',
  tokenScopesMissing: 'Wähle mindestens eines aus.',
  tokenRead: 'Deine Daten lesen: Sessions, Runden, private Ligen und Saisons',
  tokenSessions: 'Mitschnitte hochladen, Ergebnisse speichern und deine Sessions löschen',
  tokenLeagues: 'Deine Ligen und Saisons anlegen und ändern',
  tokenExpiry: 'Läuft ab nach',
  tokenDays: { one: '{count} Tag', other: '{count} Tagen' },
  tokenYear: 'einem Jahr',
  tokenCreate: 'Token erstellen',
  tokenCreated: 'Dein neues Token',
  tokenOnce: 'Es wird nur jetzt angezeigt. Kopiere es, oder erstelle später ein neues.',
  tokenText: 'Zugriffstoken',
  tokenDone: 'Ich habe es kopiert',
  tokenCreatedOn: 'erstellt am {date}',
  tokenExpiresOn: 'läuft am {date} ab',
  tokenExpiredOn: 'abgelaufen am {date}',
  tokenExpired: 'Abgelaufen',
  tokenLastUsed: 'zuletzt benutzt {date}',
  tokenNeverUsed: 'nie benutzt',
  tokenMayRead: 'Lesen',
  tokenMayChangeSessions: 'Sessions',
  tokenMayChangeLeagues: 'Ligen',
  tokenRevoke: 'Widerrufen',
  tokenCancel: 'Abbrechen',
  tokenRevokeToken: 'Token {name} widerrufen?',
  tokenRevokeWhy:
    'Ein Programm, das es benutzt, wird ab jetzt abgewiesen. Was es geändert hat, bleibt bestehen.',
  tokenRevoked: 'Das Token ist widerrufen.',
  tokenTooMany: 'Mehr Token sind nicht möglich. Widerrufe zuerst eines.',
  tokenTooOften: 'Du hast in kurzer Zeit viele Token erstellt. Versuche es in einer Stunde wieder.',
  tokenFailed: 'Deine Token konnten nicht geladen werden',
  tokenStill: 'Diese Zugriffstoken gelten weiter',
  tokenStillWhy:
    'Dein neues Passwort beendet sie nicht. Widerrufe jedes Token, das du nicht kennst. Kannte jemand anders dein altes Passwort, widerrufe alle.',
  tokenGoOn: 'Weiter zum Dashboard',
}
