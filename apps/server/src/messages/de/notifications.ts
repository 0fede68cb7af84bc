import type { Translation } from '@pitboard/contract/words/message'
import type {
  notifications as notificationsEnglish,
  unsubscribing as unsubscribingEnglish,
} from '../en/notifications.ts'

export const notifications = {
  open: 'Öffnen',
  why: 'Du bekommst diese Mail, weil du diesen Saisons auf Pitboard folgst, in ihnen fährst, einen Vorfall gemeldet hast, eingeladen wurdest oder etwas angeboten bekommst.',
  unsubscribe: 'Abbestellen',
  settings: 'Auswählen, was du bekommst',
  reminder: 'Deine Antwort fehlt: {subject}',
  reminderText: 'Sag Bescheid, ob du fährst.',
  offer: '{owner} bietet dir die Saison {season} an',
  leagueOffer: '{owner} bietet dir die Liga {league} an',
  invitation: '{owner} lädt dich ins Team von {league} ein',
  offerText: 'Auf deiner Übersicht kannst du sie annehmen oder ablehnen.',
  startsAt: 'Beginn {time} UTC.',
  several: '{first} und {others} weitere',
  more: 'Und {count} weitere.',
} as const satisfies Translation<typeof notificationsEnglish>

export const unsubscribing = {
  title: 'Abbestellen',
  ask: 'Möchtest du keine Benachrichtigungen per Mail mehr bekommen? Mails zu deinem Konto selbst, etwa Codes zum Anmelden, kommen weiterhin.',
  confirm: 'Abbestellen',
  done: 'Du bekommst keine Benachrichtigungen per Mail mehr. In deinen Einstellungen kannst du sie wieder einschalten.',
  invalid:
    'Dieser Link ist ungültig. Kopiere ihn vollständig aus der Mail oder ändere deine Einstellungen.',
  settings: 'Einstellungen',
} as const satisfies Translation<typeof unsubscribingEnglish>
