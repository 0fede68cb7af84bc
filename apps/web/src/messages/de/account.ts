import type { account as english } from '../en/account.ts'
import type { Translation } from '@pitboard/contract/words/message'

/** These texts are for signing in and up, and what the sign-in service may answer. */
export const account = {
  login: 'Anmelden',
  signUp: 'Registrieren',
  resetPassword: 'Passwort zurücksetzen',
  resetPasswordConfirm: 'Neues Passwort wählen',
  signInNeeded: 'Melde dich an, um diese Seite zu öffnen.',
  worthIt: 'Mit einem Konto',
  worthItWhy:
    '- Deine Rennen werden gespeichert, mit jeder Runde, jedem Reifen und jeder Position.\n- Freunde sehen dir über einen Link live zu. Sie brauchen kein Konto.\n- Deine Ligen und Saisons berechnen ihre Wertung aus dem, was gefahren wurde.',
  closed: 'Dieser Server hat keine Konten',
  closedWhy:
    'Zum Zuschauen brauchst du keins: Live-Rennen und aufgezeichnete Sessions stehen allen offen. Um eigene Rennen aufzuzeichnen, wende dich an den Betreiber dieses Servers; der Kontakt steht im [Impressum](/impressum).',
  watchLive: 'Live-Rennen ansehen',

  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: 'Je länger, desto sicherer. Dein Browser kann ein Passwort erzeugen und speichern.',
  passwordMinHint: {
    one: 'Mindestens {count} Zeichen. Je länger, desto sicherer.',
    other: 'Mindestens {count} Zeichen. Je länger, desto sicherer.',
  },
  forgotPassword: 'Passwort vergessen?',
  noAccountYet: 'Noch kein Konto?',
  haveAccount: 'Hast du schon ein Konto?',
  or: 'oder',
  byMail: 'Stattdessen per E-Mail anmelden',
  byMailHow: 'Du bekommst eine E-Mail mit einem Link und einem Code. Beides meldet dich an.',
  byPassword: 'Mit Passwort anmelden',
  sendMail: 'E-Mail senden',
  withProvider: 'Weiter mit {provider}',
  withPasskey: 'Mit Passkey anmelden',

  checkMail: 'Sieh in dein Postfach',
  checkMailSignUp:
    'Wenn für {email} hier ein neues Konto möglich ist, ist eine E-Mail unterwegs. Öffne den Link darin oder gib den Code hier ein.\n\nNach ein paar Minuten keine E-Mail? Sieh im Spam-Ordner nach. Eine Adresse, die schon ein Konto hat, bekommt keine E-Mail: [Melde dich an](/login) oder [wähle ein neues Passwort](/resetPassword).',
  checkMailSignIn:
    'Wenn {email} sich hier anmelden kann, ist eine E-Mail unterwegs. Öffne den Link darin oder gib den Code hier ein.',
  checkMailReset:
    'Wenn {email} hier ein Konto hat, ist eine E-Mail unterwegs. Öffne den Link darin oder gib den Code hier ein und wähle ein neues Passwort.',
  code: 'Code aus der E-Mail',
  confirmCode: 'Code bestätigen',
  sendAgain: 'E-Mail noch einmal senden',
  sentAgain: 'Wenn die Adresse stimmt, ist noch eine E-Mail unterwegs.',
  otherAddress: 'Andere Adresse verwenden',

  resetHow:
    'Gib die Adresse deines Kontos ein. Wir schicken dir eine E-Mail, mit der du ein neues Passwort wählen kannst.',
  resetNeedsLink: 'Diese Seite braucht den Link aus einer E-Mail',
  resetNeedsLinkWhy:
    'Der Link gilt einmal, nur kurze Zeit und nur in dem Browser, der ihn geöffnet hat. Fordere eine neue E-Mail an.',
  askForMail: 'E-Mail anfordern',
  savePassword: 'Passwort speichern',
  passwordSaved: 'Dein neues Passwort ist gespeichert. Andere Geräte wurden abgemeldet.',
  alreadySignedIn:
    'Du bist angemeldet. Ändere dein Passwort in den [Einstellungen](/dashboard/settings).',

  secondFactor: 'Zweiter Faktor',
  secondFactorHow: 'Gib den Code ein, den deine Authenticator-App für Pitboard zeigt.',
  authenticatorCode: 'Code aus der App',
  useSecurityKey: 'Sicherheitsschlüssel {name} verwenden',
  securityKeyHow: 'Dein Browser fragt nach deinem Sicherheitsschlüssel oder Passkey.',
  sendText: 'SMS an {name} schicken',
  textHow: 'Du bekommst einen Code per SMS.',
  textedCode: 'Code aus der SMS',
  whichFactor: 'Andere Möglichkeiten',
  factorFromApp: 'Authenticator-App {name}',
  useRecoveryCode: 'Wiederherstellungscode verwenden',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHow: 'Einer der Codes, die du beim Erzeugen notiert hast. Jeder gilt einmal.',
  recoveryCodeMissing: 'Gib einen deiner Wiederherstellungscodes ein.',
  cancelSignIn: 'Abbrechen und abmelden',

  noticeError: 'Der Link hat nicht funktioniert',
  noticeStale: 'Dieser Link ist älter als zwei Minuten',
  noticeStaleWhy:
    'Er hat dich angemeldet. Wenn du ihn nicht gerade eben angefordert hast, melde dich ab und fordere einen neuen an: Einen alten Link können andere gelesen haben.',
  signInAs: 'Als {name} anmelden?',
  signInAsWhy:
    'Der Link, den du geöffnet hast, meldet dich bei diesem Konto an. Dieser Browser hat ihn nicht angefordert. Mach nur weiter, wenn es dein Konto ist und du den Link auf einem anderen Gerät angefordert hast.',
  signInAsInstead: 'Du bist als {name} angemeldet. Dieser Browser meldet dich dann dort ab.',
  doSignInAs: 'Als {name} anmelden',
  doNotSignIn: 'Nicht anmelden',
  noticeHalf: 'Eine Adresse ist bestätigt',
  noticeHalfWhy:
    'Um die Änderung abzuschließen, öffne auch den Link in der E-Mail an die andere Adresse.',

  emailMissing: 'Gib deine E-Mail-Adresse ein.',
  emailInvalid: 'Das ist keine gültige E-Mail-Adresse.',
  passwordMissing: 'Gib ein Passwort ein.',
  codeMissing: 'Gib die Ziffern des Codes ein.',
  entryInvalid: 'Der Server nimmt diese Eingabe nicht an. Prüfe sie und versuche es noch einmal.',
  invalidCredentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  emailNotConfirmed:
    'Die Adresse ist noch nicht bestätigt. Öffne den Link in der E-Mail, die wir dir geschickt haben.',
  addressUnusable:
    'Diese Adresse kann hier nicht verwendet werden. Wenn es deine ist, melde dich stattdessen an.',
  samePassword: 'Das ist dein jetziges Passwort. Wähle ein anderes.',
  currentPasswordNeeded: 'Gib dein jetziges Passwort ein.',
  currentPasswordWrong: 'Das ist nicht dein jetziges Passwort.',
  weak: 'Dieses Passwort ist zu leicht zu erraten.',
  weakLength: {
    one: 'Verwende mindestens {count} Zeichen.',
    other: 'Verwende mindestens {count} Zeichen.',
  },
  weakCharacters: 'Mische Klein- und Großbuchstaben, Ziffern und Sonderzeichen.',
  weakKnown:
    'Dieses Passwort steht in Listen, die Angreifer zuerst durchprobieren. Wähle ein anderes.',
  codeWrong: 'Dieser Code ist falsch, schon verwendet oder abgelaufen.',
  challengeExpired: 'Das hat zu lange gedauert. Versuche es noch einmal.',
  factorGone: 'Diesen zweiten Faktor gibt es nicht mehr.',
  factorThere: 'Diesen zweiten Faktor hast du schon.',
  textFailed: 'Die SMS konnte nicht verschickt werden. Versuche es später noch einmal.',
  factorNameTaken: 'Du hast schon einen zweiten Faktor mit diesem Namen.',
  tooManyFactors: 'Du hast die Höchstzahl an zweiten Faktoren erreicht. Entferne zuerst einen.',
  recoveryCodesAlone:
    'Wiederherstellungscodes brauchen einen anderen zweiten Faktor. Füge zuerst einen hinzu.',
  secondFactorNeeded: 'Dafür brauchst du deinen zweiten Faktor. Melde dich damit noch einmal an.',
  linkUsed: 'Der Link wurde schon verwendet oder ist abgelaufen. Fordere einen neuen an.',
  linkOtherBrowser:
    'Diese Anmeldung wurde in einem anderen Browser begonnen oder liegt zu lange zurück. Melde dich noch einmal an.',
  providerFailed: 'Die andere Seite hat ungültig geantwortet. Versuche es noch einmal.',
  providerRefused: 'Die andere Seite hat den Zugang verweigert, oder der Link ist abgelaufen.',
  providerUnverified:
    'Die andere Seite hat deine Adresse nicht geprüft. Wir haben dir eine E-Mail geschickt, mit der du sie bestätigst.',
  providerOff: 'Diese Art der Anmeldung ist hier abgeschaltet.',
  signUpOff: 'Dieser Server nimmt keine neuen Konten an.',
  banned: 'Dieses Konto ist gesperrt.',
  sessionGone: 'Du bist nicht mehr angemeldet. Melde dich noch einmal an.',
  identityTaken: 'Dieses Konto ist schon verknüpft, mit dir oder mit einem anderen Nutzer.',
  identityGone: 'Diese Verknüpfung gibt es nicht mehr.',
  identityLast:
    'Das ist deine einzige Möglichkeit, dich anzumelden. Füge zuerst eine andere hinzu.',
  linkingOff: 'Auf diesem Server lassen sich keine Konten verknüpfen.',
  tooOften: 'Zu viele Versuche. Warte ein paar Minuten.',
  mailTooOften:
    'Gerade wurde eine E-Mail gesendet. Warte eine Minute, bevor du noch eine anforderst.',
  securityKeyRefused:
    'Der Browser hat keine Antwort von einem Sicherheitsschlüssel oder Passkey dieses Kontos bekommen.',
  captcha:
    'Der Server konnte nicht erkennen, dass du ein Mensch bist. Lade die Seite neu und versuche es noch einmal.',
  offline: 'Du bist offline. Es ist nichts gesendet worden.',
  unreachable: 'Der Server ist nicht erreichbar. Versuche es gleich noch einmal.',
  unexpected: 'Das hat nicht geklappt, und der Server nennt keinen Grund. Versuche es noch einmal.',
} satisfies Translation<typeof english>
