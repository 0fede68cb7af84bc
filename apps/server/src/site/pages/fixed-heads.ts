export interface FixedPage {
  readonly module: string
  /** Of the long texts, the one that the page waits for. */
  readonly texts?: 'faq' | 'legal'
  readonly indexed: boolean
  /** Where the page has an address of its own beside others. */
  readonly canonicalPath?: string
  readonly en: readonly [title: string, description: string, heading?: string]
  readonly de: readonly [title: string, description: string, heading?: string]
}

const LANDING = {
  module: 'landing/landing-page',
  indexed: true,
  canonicalPath: '/',
  en: [
    'Pitboard: live timing for your races',
    'Live timing in the browser for the races you drive in your F1-style racing game, every lap kept afterwards, leagues and seasons with standings.',
    'The races you drive in your F1-\u2060style game, live on the web while you drive them, and every lap of them kept.',
  ],
  de: [
    'Pitboard: Live-Timing für deine Rennen',
    'Live-Timing im Browser für die Rennen, die du in deinem Formel-1-Rennspiel fährst; jede Runde bleibt, dazu Ligen und Saisons mit Tabellen.',
    'Die Rennen aus deinem F1-\u2060Spiel: live im Netz, während du sie fährst, und mit jeder Runde aufbewahrt.',
  ],
} satisfies FixedPage

const ACCOUNT_DESCRIPTION = {
  en: 'Your Pitboard account: sessions, leagues and seasons in one place.',
  de: 'Dein Pitboard-Konto: Sessions, Ligen und Saisons an einem Ort.',
} as const

function accountPage(module: string, en: string, de: string): FixedPage {
  return {
    module,
    indexed: false,
    en: [`${en} · Pitboard`, ACCOUNT_DESCRIPTION.en],
    de: [`${de} · Pitboard`, ACCOUNT_DESCRIPTION.de],
  }
}

/** The pages without a subject from the database, by path (specification §2). */
export const FIXED_PAGES: Readonly<Record<string, FixedPage>> = {
  '/': LANDING,
  '/home': LANDING,
  '/live': {
    module: 'live/live-list-page',
    indexed: true,
    en: [
      'Live races · Pitboard',
      'Every session that is being driven right now, with track, lap, leader and weather. Open one to watch its timing.',
    ],
    de: [
      'Live-Rennen · Pitboard',
      'Alle Sessions, die gerade gefahren werden, mit Strecke, Runde, Führendem und Wetter. Ein Klick öffnet das Timing.',
    ],
  },
  '/leagues': {
    module: 'leagues/leagues-page',
    indexed: true,
    en: [
      'Leagues · Pitboard',
      'Public racing leagues with their seasons, calendars, results and standings.',
    ],
    de: [
      'Ligen · Pitboard',
      'Öffentliche Rennligen mit ihren Saisons, Kalendern, Ergebnissen und Tabellen.',
    ],
  },
  '/faq': {
    module: 'info/faq-page',
    texts: 'faq',
    indexed: true,
    en: [
      'Questions and answers · Pitboard',
      'How to switch on telemetry on PC, PlayStation and Xbox, which ports are used, what is sent and who sees it, and how to run a server of your own.',
    ],
    de: [
      'Fragen und Antworten · Pitboard',
      'Telemetrie auf PC, PlayStation und Xbox einschalten, welche Ports genutzt werden, was gesendet wird und wer es sieht, und wie ein eigener Server läuft.',
    ],
  },
  '/tos': {
    module: 'info/legal-pages',
    texts: 'legal',
    indexed: true,
    en: ['Terms of service · Pitboard', 'The terms under which this Pitboard server may be used.'],
    de: [
      'Nutzungsbedingungen · Pitboard',
      'Die Bedingungen, unter denen dieser Pitboard-Server genutzt werden darf.',
    ],
  },
  '/privacy': {
    module: 'info/legal-pages',
    texts: 'legal',
    indexed: true,
    en: [
      'Privacy policy · Pitboard',
      'What this Pitboard server stores, why, for how long, and what rights you have.',
    ],
    de: [
      'Datenschutz · Pitboard',
      'Was dieser Pitboard-Server speichert, wozu, wie lange, und welche Rechte du hast.',
    ],
  },
  '/impressum': {
    module: 'info/legal-pages',
    texts: 'legal',
    indexed: true,
    en: ['Legal notice · Pitboard', 'Who runs this Pitboard server and how to reach them.'],
    de: ['Impressum · Pitboard', 'Wer diesen Pitboard-Server betreibt und wie man ihn erreicht.'],
  },
  '/downloadInfo': {
    module: 'info/download-info-page',
    indexed: false,
    en: [
      'Set up the recorder · Pitboard',
      'The recorder is on its way: how to start it, pair it with your account and switch on telemetry in the game.',
    ],
    de: [
      'Den Recorder einrichten · Pitboard',
      'Der Recorder wird geladen: so startest du ihn, verbindest ihn mit deinem Konto und schaltest die Telemetrie im Spiel ein.',
    ],
  },
  '/login': accountPage('account-pages', 'Login', 'Anmelden'),
  '/signup': accountPage('account-pages', 'Sign up', 'Registrieren'),
  '/resetPassword': accountPage('account-pages', 'Reset password', 'Passwort zurücksetzen'),
  '/resetPasswordConfirm': accountPage('account-pages', 'New password', 'Neues Passwort'),
  '/dashboard': accountPage('dashboard/dashboard-page', 'Dashboard', 'Dashboard'),
  '/dashboard/profileInit': accountPage('dashboard/dashboard-page', 'Your profile', 'Dein Profil'),
  '/dashboard/settings': accountPage('dashboard/dashboard-page', 'Settings', 'Einstellungen'),
  '/dashboard/sessions': accountPage('dashboard/dashboard-page', 'Your sessions', 'Deine Sessions'),
  '/dashboard/sessions/typed': accountPage(
    'dashboard/dashboard-page',
    'Type a result by hand',
    'Ergebnis von Hand eintragen',
  ),
  '/dashboard/leagues': accountPage('dashboard/dashboard-page', 'Your leagues', 'Deine Ligen'),
  '/dashboard/leagues/create': accountPage('dashboard/dashboard-page', 'New league', 'Neue Liga'),
  '/dashboard/seasons': accountPage('dashboard/dashboard-page', 'Your seasons', 'Deine Saisons'),
  '/dashboard/seasons/create': accountPage('dashboard/dashboard-page', 'New season', 'Neue Saison'),
}

/** Dashboard pages with an id: only the owner learns whether it exists. */
export const EDIT_PAGE = {
  path: /^\/dashboard\/(?:leagues|seasons)\/[^/]+\/edit$/,
  page: accountPage('dashboard/dashboard-page', 'Edit', 'Bearbeiten'),
} as const
