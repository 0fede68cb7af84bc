import type { account as english } from '../en/account.ts'
import type { Translation } from '../en/message.ts'

/** Signing in and up, and what the sign-in service may answer. */
export const account = {
  login: 'Anmelden',
  signUp: 'Registrieren',
  resetPassword: 'Passwort zurücksetzen',
  resetPasswordConfirm: 'Neues Passwort wählen',
  signInNeeded: '{page} ist nur für angemeldete Nutzer.',
  closed: 'Dieser Server hat keine Konten',
  closedWhy:
    'Zuschauen geht ohne: Live-Rennen und Aufzeichnungen stehen allen offen. Um eigene Rennen aufzuzeichnen, wende dich an den Betreiber dieses Servers; der Kontakt steht im [Impressum](/impressum).',
  watchLive: 'Live-Rennen ansehen',

  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: 'Ein langes ist ein gutes; dein Browser kann es sich ausdenken und merken.',
  passwordMinHint: {
    one: 'Mindestens {count} Zeichen. Je länger, desto sicherer.',
    other: 'Mindestens {count} Zeichen. Je länger, desto sicherer.',
  },
  forgotPassword: 'Passwort vergessen?',
  noAccountYet: 'Noch kein Konto?',
  haveAccount: 'Du hast ein Konto?',
  or: 'oder',
  byMail: 'Stattdessen per Mail anmelden',
  byMailHow: 'Du bekommst eine Mail mit einem Link und einem Code. Beides meldet dich an.',
  byPassword: 'Mit Passwort anmelden',
  sendMail: 'Mail senden',
  withProvider: 'Weiter mit {provider}',
  withPasskey: 'Mit Passkey anmelden',

  checkMail: 'Sieh in deine Mail',
  checkMailSignUp:
    'Wenn {email} hier ein neues Konto haben kann, ist eine Mail unterwegs. Öffne ihren Link oder gib ihren Code hier ein.\n\nNach ein paar Minuten keine Mail? Sieh im Spam-Ordner nach. Eine Adresse, die schon ein Konto hat, bekommt keine: [melde dich an](/login) oder [wähle ein neues Passwort](/resetPassword).',
  checkMailSignIn:
    'Wenn {email} sich hier anmelden kann, ist eine Mail unterwegs. Öffne ihren Link oder gib ihren Code hier ein.',
  checkMailReset:
    'Wenn {email} hier ein Konto hat, ist eine Mail unterwegs. Öffne ihren Link oder gib ihren Code hier ein und wähle ein neues Passwort.',
  code: 'Code aus der Mail',
  confirmCode: 'Code bestätigen',
  sendAgain: 'Mail noch einmal senden',
  sentAgain: 'Wenn die Adresse stimmt, ist noch eine Mail unterwegs.',
  otherAddress: 'Andere Adresse verwenden',

  resetHow:
    'Nenne uns die Adresse deines Kontos. Wir schicken dir eine Mail, mit der du ein neues wählen kannst.',
  resetNeedsLink: 'Diese Seite braucht den Link aus einer Mail',
  resetNeedsLinkWhy:
    'Der Link gilt einmal und nicht lange, und nur in dem Browser, der ihn geöffnet hat. Fordere eine neue Mail an.',
  askForMail: 'Mail anfordern',
  savePassword: 'Passwort speichern',
  passwordSaved: 'Dein neues Passwort ist gespeichert. Andere Geräte wurden abgemeldet.',
  alreadySignedIn:
    'Du bist angemeldet. Das Passwort wird in den [Einstellungen](/dashboard/settings) geändert.',

  secondFactor: 'Zweiter Faktor',
  secondFactorHow: 'Gib den Code ein, den deine Authenticator-App für Pitboard zeigt.',
  authenticatorCode: 'Code aus der App',
  useSecurityKey: 'Sicherheitsschlüssel {name} verwenden',
  securityKeyHow: 'Dein Browser fragt nach deinem Sicherheitsschlüssel oder Passkey.',
  sendText: 'SMS an {name} schicken',
  textHow: 'Ein Code kommt per SMS auf dein Telefon.',
  textedCode: 'Code aus der SMS',
  whichFactor: 'Anderer Weg',
  factorFromApp: 'Authenticator-App {name}',
  useRecoveryCode: 'Wiederherstellungscode verwenden',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHow: 'Einer von denen, die du dir aufgeschrieben hast. Jeder gilt einmal.',
  recoveryCodeMissing: 'Gib einen deiner Wiederherstellungscodes ein.',
  cancelSignIn: 'Abbrechen und abmelden',

  noticeError: 'Der Link hat nicht funktioniert',
  noticeStale: 'Dieser Link ist vor mehr als zwei Minuten entstanden',
  noticeStaleWhy:
    'Du bist durch ihn angemeldet. Wenn du ihn nicht gerade eben angefordert hast, melde dich ab und fordere einen neuen an: Ein Link, der herumlag, kann von anderen gelesen worden sein.',
  signInAs: 'Als {name} anmelden?',
  signInAsWhy:
    'Der geöffnete Link meldet dich bei diesem Konto an. Dieser Browser hat ihn nicht angefordert: Mach nur weiter, wenn es dein Konto ist und du den Link auf einem anderen Gerät angefordert hast.',
  signInAsInstead: 'Du bist als {name} angemeldet; das endet dann in diesem Browser.',
  doSignInAs: 'Als {name} anmelden',
  doNotSignIn: 'Nicht anmelden',
  noticeHalf: 'Eine Adresse ist bestätigt',
  noticeHalfWhy:
    'Öffne auch den Link in der Mail an die andere Adresse, dann ist die Änderung gemacht.',

  emailMissing: 'Gib deine E-Mail-Adresse ein.',
  emailInvalid: 'Das ist keine E-Mail-Adresse.',
  passwordMissing: 'Gib ein Passwort ein.',
  codeMissing: 'Gib die Ziffern des Codes ein.',
  entryInvalid: 'Der Server nimmt diese Eingabe nicht an. Prüfe sie und versuche es noch einmal.',
  invalidCredentials: 'Die E-Mail-Adresse und das Passwort gehören nicht zusammen.',
  emailNotConfirmed:
    'Die Adresse ist noch nicht bestätigt. Öffne den Link in der Mail, die wir dir geschickt haben.',
  addressUnusable:
    'Diese Adresse kann hier nicht verwendet werden. Wenn es deine ist, melde dich stattdessen an.',
  samePassword: 'Das ist das Passwort, das du hast. Wähle ein anderes.',
  currentPasswordNeeded: 'Gib das Passwort ein, das du jetzt hast.',
  currentPasswordWrong: 'Das ist nicht das Passwort, das du jetzt hast.',
  weak: 'Dieses Passwort ist zu leicht zu erraten.',
  weakLength: {
    one: 'Verwende mindestens {count} Zeichen.',
    other: 'Verwende mindestens {count} Zeichen.',
  },
  weakCharacters: 'Mische Klein- und Großbuchstaben, Ziffern und Zeichen.',
  weakKnown:
    'Dieses Passwort steht in Listen, die Angreifer zuerst durchprobieren. Wähle ein anderes.',
  codeWrong: 'Dieser Code ist falsch, verbraucht oder abgelaufen.',
  challengeExpired: 'Das hat zu lange gedauert. Versuche es noch einmal.',
  factorGone: 'Diesen zweiten Faktor gibt es nicht mehr.',
  factorThere: 'Diesen zweiten Faktor hast du schon.',
  textFailed: 'Die SMS konnte nicht verschickt werden. Versuche es später noch einmal.',
  factorNameTaken: 'Du hast schon einen zweiten Faktor mit diesem Namen.',
  tooManyFactors: 'Du hast so viele zweite Faktoren, wie es geben kann. Entferne erst einen.',
  recoveryCodesAlone:
    'Wiederherstellungscodes brauchen einen anderen zweiten Faktor neben sich. Füge erst einen hinzu.',
  secondFactorNeeded: 'Dafür braucht es deinen zweiten Faktor. Melde dich mit ihm neu an.',
  linkUsed: 'Der Link ist verbraucht oder abgelaufen. Fordere einen neuen an.',
  linkOtherBrowser:
    'Diese Anmeldung wurde nicht in diesem Browser begonnen oder liegt zu lange zurück. Melde dich noch einmal an.',
  providerFailed: 'Die andere Seite hat nicht richtig geantwortet. Versuche es noch einmal.',
  providerRefused: 'Der Zugang wurde dort verweigert, oder der Link ist abgelaufen.',
  providerUnverified:
    'Die andere Seite hat deine Adresse nicht geprüft. Wir haben dir eine Mail geschickt, mit der du sie bestätigst.',
  providerOff: 'Dieser Weg, sich anzumelden, ist hier abgeschaltet.',
  signUpOff: 'Dieser Server nimmt keine neuen Konten an.',
  banned: 'Dieses Konto ist gesperrt.',
  sessionGone: 'Du bist nicht mehr angemeldet. Melde dich neu an.',
  identityTaken: 'Jenes Konto ist schon verknüpft, hier oder mit einem anderen Nutzer.',
  identityGone: 'Diese Verknüpfung gibt es nicht mehr.',
  identityLast: 'Das ist dein einziger Weg, dich anzumelden. Füge erst einen anderen hinzu.',
  linkingOff: 'Konten zu verknüpfen ist auf diesem Server abgeschaltet.',
  tooOften: 'Zu viele Versuche. Warte ein paar Minuten.',
  mailTooOften:
    'Gerade eben ist eine Mail gesendet worden. Warte eine Minute, bevor du noch eine anforderst.',
  securityKeyRefused:
    'Der Browser hat keine Antwort von einem Sicherheitsschlüssel oder Passkey dieses Kontos bekommen.',
  captcha:
    'Der Server konnte nicht erkennen, dass du ein Mensch bist. Lade die Seite neu und versuche es noch einmal.',
  offline: 'Du bist offline. Es ist nichts gesendet worden.',
  unreachable: 'Der Server ist nicht erreichbar. Versuche es gleich noch einmal.',
  unexpected:
    'Das hat nicht geklappt, und der Server hat nicht gesagt, warum. Versuche es noch einmal.',
} satisfies Translation<typeof english>
