type Head = readonly [title: string, description: string, heading?: string]

interface Page {
  /** Names the module of the page below `apps/web/src/pages`. */
  readonly module: string
  /** The page waits for these areas of messages. */
  readonly texts: readonly string[]
  /**
   * The JavaScript that is fetched before the page stands has at most this size, compressed as the server
   * sends it.
   */
  readonly maxKilobytes: number
  readonly needsSignIn?: true
}

/** The page has neither the site's frame nor its router: `apps/web/overlay.html` or `embed.html` shows it. */
interface FramelessPage {
  readonly shell: 'overlay' | 'embed'
  readonly texts: readonly string[]
  readonly maxKilobytes: number
}

/** The page has the same head for everybody. */
interface FixedPage extends Page {
  readonly indexed: boolean
  /** It is set where several addresses show the page. */
  readonly canonicalPath?: string
  readonly en: Head
  readonly de: Head
}

const PUBLIC_KILOBYTES = 152
const LIVE_KILOBYTES = 164
/** The dashboard and its editors share this budget. */
const SIGNED_IN_KILOBYTES = 190

const LANDING = {
  module: 'landing/landing-page',
  texts: ['landing', 'live'],
  maxKilobytes: PUBLIC_KILOBYTES,
  indexed: true,
  canonicalPath: '/',
  en: [
    'Pitboard: live timing for your races',
    'Pitboard shows the races of your F1-\u2060style game while you drive them, stores every lap and adds up your league’s standings.',
    'Your races, live on the web',
  ],
  de: [
    'Pitboard: Live-Timing für deine Rennen',
    'Pitboard zeigt die Rennen aus deinem F1-\u2060Spiel, während du sie fährst, speichert jede Runde und rechnet die Wertung deiner Liga.',
    'Deine Rennen, live im Netz',
  ],
} as const satisfies FixedPage

const ACCOUNT_DESCRIPTION = {
  en: 'Your Pitboard account: sessions, leagues and seasons in one place.',
  de: 'Dein Pitboard-Konto: Sessions, Ligen und Saisons an einem Ort.',
} as const

function accountPage<const Texts extends readonly string[]>(
  module: string,
  texts: Texts,
  en: string,
  de: string,
) {
  return {
    module,
    texts,
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: false,
    en: [`${en} · Pitboard`, ACCOUNT_DESCRIPTION.en],
    de: [`${de} · Pitboard`, ACCOUNT_DESCRIPTION.de],
  } as const satisfies FixedPage
}

const OVERLAY = {
  shell: 'overlay',
  texts: ['live', 'screen', 'feed', 'penalties', 'overlay', 'season'],
  maxKilobytes: 60,
} as const satisfies FramelessPage

const EMBED = {
  shell: 'embed',
  texts: ['embed'],
  maxKilobytes: 25,
} as const satisfies FramelessPage

const LIVE_EMBED = {
  shell: 'embed',
  texts: ['embed', 'live', 'screen'],
  maxKilobytes: 60,
} as const satisfies FramelessPage

const ORGANISER = ['leagues', 'season', 'organiser'] as const

function dashboardPage<const Texts extends readonly string[]>(
  module: string,
  texts: Texts,
  en: string,
  de: string,
) {
  return {
    ...accountPage(module, texts, en, de),
    maxKilobytes: SIGNED_IN_KILOBYTES,
    needsSignIn: true,
  } as const
}

/**
 * Every page of the site is listed by its path; `$` marks the part that names a subject. The router, the
 * heads that the server sends, the sitemap, the test of sizes and the browser tests read it.
 */
export const PAGES = {
  '/': LANDING,
  '/home': LANDING,
  '/live': {
    module: 'live-list/live-list-page',
    texts: ['landing', 'live'],
    maxKilobytes: PUBLIC_KILOBYTES,
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
  '/records': {
    module: 'records/records-page',
    texts: ['records'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: [
      'Records · Pitboard',
      'The fastest laps of drivers who record with Pitboard, by track, year of the game, kind of session, tyres and weather.',
    ],
    de: [
      'Rekorde · Pitboard',
      'Die schnellsten mit Pitboard aufgezeichneten Runden, nach Strecke, Jahr des Spiels, Art der Session, Reifen und Wetter.',
    ],
  },
  '/streamOverlay': {
    module: 'overlay/overlay-builder-page',
    texts: ['live', 'screen', 'overlay'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: false,
    en: [
      'Stream overlay · Pitboard',
      'A transparent page with live timing for your stream: choose parts, columns and look, and copy the address.',
    ],
    de: [
      'Stream-Overlay · Pitboard',
      'Eine transparente Seite mit Live-Timing für deinen Stream: Teile, Spalten und Aussehen wählen, Adresse kopieren.',
    ],
  },
  '/compare': {
    module: 'compare/compare-page',
    texts: ['compare', 'charts'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: false,
    en: [
      'Compare laps · Pitboard',
      'Up to four laps of one track side by side: speed, pedals and gears against distance, the time lost in each corner, and a map of who is faster where.',
    ],
    de: [
      'Runden vergleichen · Pitboard',
      'Bis zu vier Runden einer Strecke nebeneinander: Tempo, Pedale und Gänge über die Strecke, der Zeitverlust in jeder Kurve und eine Karte, wer wo schneller ist.',
    ],
  },
  '/headToHead': {
    module: 'drivers/head-to-head-page',
    texts: ['drivers'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: false,
    en: [
      'Head-to-head · Pitboard',
      'Two drivers against each other: who was ahead in races and qualifying, by how much, and every session that both drove.',
    ],
    de: [
      'Direktvergleich · Pitboard',
      'Zwei Fahrer gegeneinander: wer in Rennen und Qualifyings vorn lag, mit welchem Abstand, und jede Session, die beide gefahren sind.',
    ],
  },
  '/leagues': {
    module: 'leagues/leagues-page',
    texts: ['leagues'],
    maxKilobytes: PUBLIC_KILOBYTES,
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
  '/leagues/invitations/$code': accountPage(
    'leagues/invitation-page',
    ['organiser'],
    'Invitation',
    'Einladung',
  ),
  '/faq': {
    module: 'info/faq-page',
    texts: ['faq'],
    maxKilobytes: PUBLIC_KILOBYTES,
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
  '/guides': {
    module: 'info/guides-page',
    texts: ['guides', 'faq'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: [
      'Guides · Pitboard',
      'How to set up the telemetry of the game, run a league, decide about incidents and broadcast a race, step by step.',
    ],
    de: [
      'Anleitungen · Pitboard',
      'Die Telemetrie des Spiels einrichten, eine Liga leiten, über Vorfälle entscheiden und ein Rennen übertragen, Schritt für Schritt.',
    ],
  },
  '/guides/game': {
    module: 'info/guide-page',
    texts: ['guides'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: [
      'Set up the game · Pitboard',
      'The telemetry settings of F1 22 to F1 25 on PC, PlayStation and Xbox, the recorder, and how to see that it works.',
    ],
    de: [
      'Das Spiel einrichten · Pitboard',
      'Die Telemetrie-Einstellungen von F1 22 bis F1 25 auf PC, PlayStation und Xbox, der Recorder, und woran man sieht, dass es läuft.',
    ],
  },
  '/guides/league': {
    module: 'info/guide-page',
    texts: ['guides'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: [
      'Run a league · Pitboard',
      'Calendar, roster and points, the race night from the recording to published results, announcements, and how to share the work.',
    ],
    de: [
      'Eine Liga leiten · Pitboard',
      'Kalender, Fahrerliste und Punkte, der Rennabend von der Aufzeichnung bis zum veröffentlichten Ergebnis, Ankündigungen und geteilte Arbeit.',
    ],
  },
  '/guides/stewarding': {
    module: 'info/guide-page',
    texts: ['guides'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: [
      'Stewarding · Pitboard',
      'From the report of an incident over the discussion of the stewards to a published decision, its penalties and an appeal.',
    ],
    de: [
      'Rennleitung · Pitboard',
      'Von der Meldung eines Vorfalls über die Beratung der Rennleitung zur veröffentlichten Entscheidung, ihren Strafen und dem Einspruch.',
    ],
  },
  '/guides/broadcasting': {
    module: 'info/guide-page',
    texts: ['guides'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: [
      'Broadcasting · Pitboard',
      'Live timing as an overlay in OBS, scenes switched from a phone, the delay of the picture, and pages for commentators.',
    ],
    de: [
      'Übertragen · Pitboard',
      'Live-Timing als Overlay in OBS, Szenen vom Handy, die Verzögerung des Bildes und Seiten für Kommentatoren.',
    ],
  },
  '/tos': {
    module: 'info/legal-pages',
    texts: ['legal'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: ['Terms of service · Pitboard', 'The terms under which this Pitboard server may be used.'],
    de: [
      'Nutzungsbedingungen · Pitboard',
      'Die Bedingungen, unter denen dieser Pitboard-Server genutzt werden darf.',
    ],
  },
  '/privacy': {
    module: 'info/legal-pages',
    texts: ['legal'],
    maxKilobytes: PUBLIC_KILOBYTES,
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
    texts: ['legal'],
    maxKilobytes: PUBLIC_KILOBYTES,
    indexed: true,
    en: ['Legal notice · Pitboard', 'Who runs this Pitboard server and how to reach them.'],
    de: ['Impressum · Pitboard', 'Wer diesen Pitboard-Server betreibt und wie man ihn erreicht.'],
  },
  '/downloadInfo': {
    module: 'info/download-info-page',
    texts: ['download'],
    maxKilobytes: PUBLIC_KILOBYTES,
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
  '/login': accountPage('account/login-page', ['account'], 'Login', 'Anmelden'),
  '/signup': accountPage('account/create-account-page', ['account'], 'Sign up', 'Registrieren'),
  '/resetPassword': accountPage(
    'account/reset-password-page',
    ['account'],
    'Reset password',
    'Passwort zurücksetzen',
  ),
  '/resetPasswordConfirm': accountPage(
    'account/reset-password-confirm-page',
    ['account'],
    'New password',
    'Neues Passwort',
  ),
  '/dashboard': dashboardPage(
    'dashboard/dashboard-page',
    [...ORGANISER, 'participation', 'home'],
    'Dashboard',
    'Dashboard',
  ),
  '/dashboard/pair': dashboardPage('pairing/pair-page', [], 'Pair a recorder', 'Recorder koppeln'),
  '/dashboard/profileInit': dashboardPage(
    'dashboard/profile-init-page',
    [],
    'Your profile',
    'Dein Profil',
  ),
  '/dashboard/settings': dashboardPage('dashboard/settings-page', [], 'Settings', 'Einstellungen'),
  '/dashboard/operation': dashboardPage(
    'dashboard/operation-page',
    ['operation'],
    'Operation',
    'Betrieb',
  ),
  '/dashboard/laps': dashboardPage(
    'dashboard/own-laps-page',
    ['records'],
    'Your laps',
    'Deine Runden',
  ),
  '/dashboard/sessions': dashboardPage(
    'dashboard/my-sessions-page',
    ['recordings', 'landing'],
    'Your sessions',
    'Deine Sessions',
  ),
  '/dashboard/sessions/typed': dashboardPage(
    'seasons/manual-result-page',
    ORGANISER,
    'Enter a result by hand',
    'Ergebnis von Hand eintragen',
  ),
  '/dashboard/leagues': dashboardPage(
    'leagues/my-leagues-page',
    ORGANISER,
    'Your leagues',
    'Deine Ligen',
  ),
  '/dashboard/leagues/create': dashboardPage(
    'leagues/league-create-page',
    ORGANISER,
    'New league',
    'Neue Liga',
  ),
  '/dashboard/leagues/$leagueId/edit': dashboardPage(
    'leagues/league-edit-page',
    ORGANISER,
    'Edit',
    'Bearbeiten',
  ),
  '/dashboard/seasons': dashboardPage(
    'seasons/my-seasons-page',
    ORGANISER,
    'Your seasons',
    'Deine Saisons',
  ),
  '/dashboard/seasons/create': dashboardPage(
    'seasons/season-create-page',
    ORGANISER,
    'New season',
    'Neue Saison',
  ),
  '/dashboard/seasons/$seasonId/edit': dashboardPage(
    'seasons/season-edit-page',
    [...ORGANISER, 'participation'],
    'Edit',
    'Bearbeiten',
  ),
  // The server makes the heads of these from their subjects.
  '/live/$sessionId': {
    module: 'live/live-page',
    texts: ['live', 'screen'],
    maxKilobytes: LIVE_KILOBYTES,
  },
  '/liveUser/$userId': {
    module: 'live/live-page',
    texts: ['live', 'screen'],
    maxKilobytes: LIVE_KILOBYTES,
  },
  '/live/$sessionId/overlay': OVERLAY,
  '/liveUser/$userId/overlay': OVERLAY,
  '/embed/seasons/$seasonId/drivers': EMBED,
  '/embed/seasons/$seasonId/teams': EMBED,
  '/embed/seasons/$seasonId/calendar': EMBED,
  '/embed/sessions/$sessionId': EMBED,
  '/embed/live/$sessionId': LIVE_EMBED,
  '/embed/liveUser/$userId': LIVE_EMBED,
  '/sessions/$sessionId': {
    module: 'session/session-page',
    texts: [],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
  '/user/$userId': { module: 'user-page', texts: ['user'], maxKilobytes: PUBLIC_KILOBYTES },
  '/leagues/$leagueId/drivers': {
    module: 'leagues/league-page',
    texts: ['leagues', 'season', 'drivers', 'points'],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
  '/leagues/$leagueId': {
    module: 'leagues/league-page',
    texts: ['leagues', 'season'],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
  '/seasons/$seasonId/sign-up': {
    module: 'seasons/sign-up-page',
    texts: ['season', 'participation'],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
  '/seasons/$seasonId/review': {
    module: 'seasons/season-review-page',
    texts: ['season', 'review'],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
  '/seasons/$seasonId': {
    module: 'seasons/season-page',
    texts: ['season'],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
  '/search/$searchString': {
    module: 'search/search-page',
    texts: ['search', 'live'],
    maxKilobytes: PUBLIC_KILOBYTES,
  },
} as const satisfies Readonly<Record<string, FixedPage | Page | FramelessPage>>

export type PagePath = keyof typeof PAGES

/** The router does not know these pages. */
export type FramelessPath = {
  [Path in PagePath]: (typeof PAGES)[Path] extends FramelessPage ? Path : never
}[PagePath]

/** The head of such a page depends on its subject. */
export type SubjectPath = {
  [Path in PagePath]: (typeof PAGES)[Path] extends FixedPage ? never : Path
}[PagePath]

/** Each page is listed with its path, which may have parameters for subjects. */
export const FIXED_PAGES: readonly (FixedPage & { readonly path: string })[] = Object.entries(
  PAGES,
).flatMap(([path, page]) => ('en' in page ? [{ path, ...page }] : []))
