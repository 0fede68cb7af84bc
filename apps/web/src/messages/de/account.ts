import type { account as english } from '../en/account.ts'
import type { Translation } from '../message.ts'

export const account = {
  login: 'Anmelden',
  signUp: 'Registrieren',
  resetPassword: 'Passwort zurücksetzen',
  resetPasswordConfirm: 'Neues Passwort wählen',
  signInNeeded: '{page} ist nur für angemeldete Nutzer.',
  loginClosed:
    'Konten sind auf diesem Server noch nicht freigeschaltet, deshalb kann sich niemand anmelden.\n\nZuschauen geht ohne Konto: Live-Rennen und Aufzeichnungen stehen allen offen. Um eigene Rennen aufzuzeichnen, brauchst du eine Nutzer-ID und einen Recorder-Schlüssel. Wer diesen Server betreibt, kann sie dir geben; der Kontakt steht im [Impressum](/impressum).',
  signUpClosed:
    'Konten sind auf diesem Server noch nicht freigeschaltet, deshalb kann sich niemand registrieren.\n\nZuschauen kannst du auch ohne. Wenn du deine Rennen jetzt schon aufzeichnen willst, bitte den Betreiber dieses Servers um eine Nutzer-ID und einen Recorder-Schlüssel; der Kontakt steht im [Impressum](/impressum).',
  resetPasswordClosed:
    'Konten sind auf diesem Server noch nicht freigeschaltet, deshalb gibt es kein Passwort zurückzusetzen.\n\nIst ein Recorder-Schlüssel verloren gegangen oder in fremde Hände geraten, bitte den Betreiber dieses Servers um einen neuen; der Kontakt steht im [Impressum](/impressum).',
  watchLive: 'Live-Rennen ansehen',
  howToRecord: 'So funktioniert das Aufzeichnen',
  dashboard: 'Dashboard',
  dashboardEmpty: 'Noch nichts zu verwalten',
  dashboardEmptyWhy:
    'Hier wirst du deine Sitzungen, Ligen und Saisons verwalten. Diese Version von Pitboard zeigt sie nur an.',
} satisfies Translation<typeof english>
