import type { dashboard as english } from '../en/dashboard.ts'
import type { Translation } from '../message.ts'

/** What a signed-in user manages: his name, his account, his recorder. */
export const dashboard = {
  title: 'Dashboard',
  navigation: 'Dashboard',
  overview: 'Übersicht',
  sessions: 'Sitzungen',
  leagues: 'Ligen',
  seasons: 'Saisons',
  settings: 'Einstellungen',
  empty: 'Noch nichts zu verwalten',
  emptyWhy:
    'Hier wirst du deine Sitzungen, Ligen und Saisons verwalten. Diese Version von Pitboard zeigt sie nur an.',

  hello: 'Hallo, {name}',
  sessionsWhat: 'Was du aufgezeichnet hast',
  leaguesWhat: 'Die Ligen, die du leitest',
  seasonsWhat: 'Rennen, Ergebnisse, Tabellen',
  settingsWhat: 'Name, Anmeldung, Recorder-Schlüssel',
  recent: 'Zuletzt von dir aufgezeichnet',
  noRecent: 'Noch keine Aufzeichnung',
  noRecentWhy: 'Wenn dein Recorder die erste Sitzung gesendet hat, steht sie hier.',
  recorder: 'Bring deinen Recorder zum Laufen',
  recorderStep1:
    'Lade den Recorder und starte ihn neben dem Spiel. Er öffnet eine Seite in deinem Browser.',
  recorderStep2:
    'Erzeuge in den [Einstellungen](/dashboard/settings#recorder-keys) einen Recorder-Schlüssel.',
  recorderStep3:
    'Gib auf der Seite des Recorders unter Kopplung die Adresse dieses Servers, deine Nutzer-ID und den Schlüssel ein.',
  recorderStep4:
    'Schalte im Spiel die UDP-Telemetrie ein und fahr los. Wie das geht, steht in den [Fragen und Antworten](/faq#telemetry).',
  serverAddress: 'Adresse dieses Servers',
  userId: 'Deine Nutzer-ID',

  chooseName: 'Wähle deinen Namen',
  chooseNameHow:
    'Andere lesen ihn bei deinen Sitzungen und Ligen. Du kannst ihn später in den Einstellungen ändern.',
  username: 'Nutzername',
  usernameHint: '3 bis 24 Buchstaben, Ziffern, Leerzeichen, Punkte, Binde- oder Unterstriche.',
  usernameMissing: 'Gib einen Namen mit 3 bis 24 Zeichen ein.',
  usernameTaken: 'Diesen Namen hat schon jemand, oder er ist vorbehalten. Wähle einen anderen.',
  usernameInvalid:
    'Dieser Name geht nicht. Buchstaben, Ziffern, Leerzeichen, Punkte, Binde- und Unterstriche gehen.',
  saveName: 'Namen speichern',
  nameSaved: 'Dein Name ist gespeichert.',
  goOn: 'Speichern und weiter',

  profile: 'Profil',
  pictureHint: 'JPEG, PNG oder WebP. Du wählst, welcher Teil davon zu sehen ist.',
  choosePicture: 'Bild wählen',
  removePicture: 'Bild entfernen',
  pictureRemoved: 'Dein Bild ist entfernt.',
  cropPicture: 'Wähle, was zu sehen ist',
  cropHow: 'Verschiebe das Bild mit der Maus, einem Finger oder den Pfeiltasten.',
  zoom: 'Vergrößerung',
  savePicture: 'Bild speichern',
  pictureSaved: 'Dein Bild ist gespeichert.',
  pictureUnreadable: 'Diese Datei lässt sich nicht als Bild lesen.',
  pictureTooLarge: 'Diese Datei ist größer als {count} MB.',
  pictureFailed: 'Das Bild konnte nicht gespeichert werden. Versuche es noch einmal.',
  cancel: 'Abbrechen',

  email: 'E-Mail-Adresse',
  emailNow: 'Deine Adresse ist {email}.',
  noEmail: 'Dein Konto hat keine E-Mail-Adresse.',
  emailPending:
    'Wartet auf {email}: Öffne den Link in der Mail dorthin, und in der an deine jetzige Adresse, falls du eine bekommen hast.',
  newEmail: 'Neue E-Mail-Adresse',
  changeEmail: 'Adresse ändern',
  emailAsked:
    'Mails sind unterwegs. Die Adresse ändert sich, wenn ihre Links geöffnet worden sind.',

  password: 'Passwort',
  newPassword: 'Neues Passwort',
  currentPassword: 'Jetziges Passwort',
  currentPasswordHint:
    'Lass es leer, wenn du noch keines hast, weil du dich per Mail oder über eine andere Seite anmeldest.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Dein Passwort ist geändert. Deine anderen Geräte wurden abgemeldet.',
  mailCode: 'Code aus der Mail',
  mailCodeHow:
    'Deine Anmeldung ist eine Weile her. Wir haben einen Code an {email} gesendet; gib ihn ein, um zu zeigen, dass du es bist.',
  codeMissing: 'Gib die Ziffern des Codes ein.',

  secondFactors: 'Zweiter Faktor',
  secondFactorsWhy:
    'Mit einem zweiten Faktor öffnet dein Passwort allein nichts: Zum Anmelden gehört dann auch ein Code aus einer App auf deinem Telefon oder ein Sicherheitsschlüssel.',
  noFactor: 'Du hast keinen.',
  oneFactorWarning:
    'Du hast einen zweiten Faktor. Füge noch einen hinzu, auf einem anderen Gerät, damit du wieder hineinkommst, wenn der erste verloren geht.',
  factorApp: 'Authenticator-App',
  factorKey: 'Sicherheitsschlüssel',
  factorPhone: 'Telefon',
  addedOn: 'hinzugefügt am {date}',
  addApp: 'Authenticator-App hinzufügen',
  addKey: 'Sicherheitsschlüssel hinzufügen',
  factorName: 'Name des Geräts',
  factorNameHint: 'Damit du es in der Liste wiedererkennst, etwa „Telefon“.',
  factorNameMissing: 'Gib ihm einen Namen.',
  scan: 'Scanne das mit der App',
  qrCode: 'QR-Code für eine Authenticator-App',
  secret: 'Oder tippe diesen Schlüssel in die App',
  codeFromApp: 'Code, den die App zeigt',
  confirmFactor: 'Bestätigen',
  factorAdded: 'Dein zweiter Faktor ist eingeschaltet. Deine anderen Geräte wurden abgemeldet.',
  remove: 'Entfernen',
  removeFactor: '{name} entfernen?',
  removeFactorWhy: 'Beim Anmelden wird nicht mehr danach gefragt.',
  factorRemoved: 'Der zweite Faktor ist entfernt.',
  continue: 'Weiter',

  passkeys: 'Passkeys',
  passkeysWhy: 'Ein Passkey meldet dich mit der Sperre deines Geräts an, ohne Passwort.',
  noPasskeys: 'Du hast keinen.',
  addPasskey: 'Passkey hinzufügen',
  passkeyAdded: 'Der Passkey ist hinzugefügt.',
  passkeyRemoved: 'Der Passkey ist entfernt.',
  passkey: 'Passkey',
  removePasskey: 'Diesen Passkey entfernen?',
  removePasskeyWhy: 'Dein Gerät bietet ihn vielleicht noch an; er öffnet nichts mehr.',

  identities: 'Verknüpfte Konten',
  identitiesWhy: 'Andere Seiten, über die du dich hier anmelden kannst.',
  link: '{provider} verknüpfen',
  linked: 'verknüpft als {name}',
  unlink: 'Lösen',
  unlinked: 'Die Verknüpfung ist gelöst.',

  keys: 'Recorder-Schlüssel',
  keysWhy:
    'Mit seinem Schlüssel sendet ein Recorder Sitzungen in deinem Namen. Nimm für jeden Rechner einen eigenen, dann kannst du ihn allein widerrufen.',
  noKeys: 'Du hast keinen Recorder-Schlüssel.',
  keyName: 'Name',
  keyNameHint: 'Etwa der Rechner, für den er ist.',
  keyNameMissing: 'Gib dem Schlüssel einen Namen.',
  createKey: 'Schlüssel erzeugen',
  keyCreated: 'Dein neuer Schlüssel',
  keyOnce:
    'Er wird nur dieses eine Mal gezeigt. Kopiere ihn jetzt, oder erzeuge später einen anderen.',
  key: 'Recorder-Schlüssel',
  command: 'Oder alles in einem Befehl, ohne die Seite des Recorders',
  keyDone: 'Ich habe ihn kopiert',
  created: 'erzeugt am {date}',
  lastUsed: 'zuletzt verwendet {date}',
  neverUsed: 'nie verwendet',
  revoke: 'Widerrufen',
  revokeKey: 'Den Schlüssel {name} widerrufen?',
  revokeWhy:
    'Ein Recorder, der ihn verwendet, wird ab jetzt abgewiesen. Was er gesendet hat, bleibt.',
  keyRevoked: 'Der Schlüssel ist widerrufen.',
  tooManyKeys: 'Du hast so viele Schlüssel, wie es geben kann. Widerrufe erst einen.',

  signIns: 'Wo du angemeldet bist',
  signInNow: 'Dieser Browser',
  signInSince: 'seit {date}',
  signInSeen: 'zuletzt gesehen {date}',
  browserOn: '{browser} auf {system}',
  unknownBrowser: 'Unbekanntes Programm',
  withSecondFactor: 'mit zweitem Faktor',
  signOutThere: 'Dort abmelden',
  signOutOthers: 'Überall sonst abmelden',
  signedOutThere: 'Dort abgemeldet.',
  signedOutOthers: 'Überall sonst abgemeldet.',

  data: 'Deine Daten',
  dataWhy:
    'Alles, was dieser Server über dich speichert, in einer JSON-Datei. Jede aufgezeichnete Sitzung hat ihre eigene Seite mit ihrer Aufnahme.',
  downloadData: 'Deine Daten herunterladen',
  deleteAccount: 'Konto löschen',
  deleteWhy:
    'Löscht dein Konto, deine Recorder-Schlüssel, deine Bilder und die Sitzungen, die du aufgezeichnet hast. Nichts davon lässt sich zurückholen.',
  deleteConfirm: 'Tippe zur Bestätigung {name}',
  deleteMismatch: 'Das ist nicht dein Name.',
  deleteNow: 'Für immer löschen',
  deleted: 'Dein Konto ist gelöscht.',
  proveIdentity: 'Zeig erst, dass du es bist',
  proveWhy: 'Deine Anmeldung ist eine Weile her.',
  sendCode: 'Stattdessen einen Code senden',
  codeSent: 'Ein Code ist unterwegs an {email}.',

  failed: 'Das konnte nicht geladen werden',
} satisfies Translation<typeof english>
