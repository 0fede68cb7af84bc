import type { League } from '@pitboard/contract/leagues/league'
import type { Season } from '@pitboard/contract/seasons/season'
import { mainStandings } from '@pitboard/contract/seasons/tiers'
import type { Language } from '@pitboard/contract/words/languages'
import type { PageHead } from '../../platform/html/page.ts'

export const generalPicture = '/og/default.png'

interface PageRequest {
  readonly path: string
  readonly subject: string
  readonly language: Language
}

export function notFoundHead(path: string, language: Language): PageHead {
  const [title, description] =
    language === 'de'
      ? ['Seite nicht gefunden', 'Unter dieser Adresse gibt es keine Seite.']
      : ['Page not found', 'There is no page at this address.']
  return head(title, description, path)
}

export function overlayHead(path: string, language: Language): PageHead {
  const [title, description] =
    language === 'de'
      ? ['Stream-Overlay', 'Live-Timing, das über dem Bild eines Streams liegt.']
      : ['Stream overlay', 'Live timing as a layer over a stream.']
  return head(title, description, path)
}

export function embedHead(title: string, path: string, language: Language): PageHead {
  const [fallback, description] =
    language === 'de'
      ? ['Nicht öffentlich', 'Rennergebnisse und Tabellen von Pitboard auf anderen Seiten.']
      : ['Not public', 'Results and standings of Pitboard on other sites.']
  return head(title === '' ? fallback : title.replace(/ · Pitboard$/, ''), description, path)
}

export function searchHead({ path, subject, language }: PageRequest): PageHead {
  const [title, description] =
    language === 'de'
      ? [`Suche: ${subject}`, 'Fahrer, Ligen, Saisons und Sessions auf Pitboard.']
      : [`Search: ${subject}`, 'Users, leagues, seasons and sessions on Pitboard.']
  return head(title, description, path)
}

export function waitingHead(username: string, { subject, language }: PageRequest): PageHead {
  const text =
    language === 'de'
      ? `${username} fährt gerade nicht. Die nächste Session erscheint hier.`
      : `${username} is not driving right now. The next session will appear here.`
  return {
    ...head(`${username} live`, text, `/liveUser/${subject}`),
    picturePath: userPicture(subject),
    canEmbed: true,
  }
}

export function profileHead(username: string, { subject, language }: PageRequest): PageHead {
  const text =
    language === 'de'
      ? `Sessions, Bestzeiten und Ligen von ${username}.`
      : `Sessions, best laps and leagues of ${username}.`
  return {
    ...head(username, text, `/user/${subject}`),
    picturePath: userPicture(subject),
    indexed: true,
  }
}

function userPicture(userId: string): string {
  return `/og/user/${userId}.png`
}

function head(title: string, description: string, canonicalPath: string): PageHead {
  return {
    title: `${title} · Pitboard`,
    description,
    canonicalPath,
    picturePath: generalPicture,
    indexed: false,
  }
}

const DESCRIPTION_MAX = 160

export function leagueHead(league: League, language: Language): PageHead {
  const text = shortened(league.description) || leagueSummary(league, language)
  return {
    title: `${league.name} · Pitboard`,
    description: text,
    canonicalPath: `/leagues/${league.id}`,
    picturePath: `/og/league/${league.id}.png`,
    feedPath: `/leagues/${league.id}/results.xml`,
    indexed: true,
  }
}

export function leagueSummary({ ownerName, seasonIds }: League, language: Language): string {
  const count = seasonIds.length
  if (language === 'de') {
    return `Rennliga von ${ownerName} mit ${count === 1 ? 'einer Saison' : `${count} Saisons`}.`
  }
  return `A racing league by ${ownerName} with ${count} season${count === 1 ? '' : 's'}.`
}

/** Shortens the text at the end of a word. */
function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= DESCRIPTION_MAX) return plain
  const cut = plain.slice(0, DESCRIPTION_MAX)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).toWellFormed()} …`
}

/** Only listed seasons are indexed by search engines. */
export function seasonHead(season: Season, language: Language): PageHead {
  const [first, second, third] = mainStandings(season.standings).drivers
  const standings = language === 'de' ? 'Wertung' : 'standings'
  const behind = [second, third].flatMap((driver) => driver?.name ?? [])
  const order = first ? orderText(first.name, behind, language) : ''
  return {
    title: `${season.name}: ${standings} · Pitboard`,
    description: `${order}${calendarText(season, language)}`,
    canonicalPath: `/seasons/${season.id}`,
    picturePath: `/og/season/${season.id}.png`,
    indexed: season.visibility === 'listed',
    canEmbed: true,
  }
}

/** The review of a season is indexed as the season is. */
export function reviewHead(
  season: Season,
  { path, language }: Pick<PageRequest, 'path' | 'language'>,
): PageHead {
  const { description, indexed } = seasonHead(season, language)
  return {
    title: `${season.name}: ${language === 'de' ? 'Rückblick' : 'in review'} · Pitboard`,
    description,
    canonicalPath: path,
    picturePath: `/og/seasons/${season.id}/review.png`,
    indexed,
  }
}

function orderText(leader: string, behind: readonly string[], language: Language): string {
  const others = behind.join(language === 'de' ? ' und ' : ' and ')
  if (language === 'de') return `${leader} führt${others && ` vor ${others}`}. `
  return `${leader} leads${others && ` ahead of ${others}`}. `
}

export function calendarText({ events, ownerName }: Season, language: Language): string {
  const count = events.length
  if (language === 'de') {
    return `Eine Saison von ${ownerName} mit ${count === 1 ? 'einem Rennen' : `${count} Rennen`}.`
  }
  return `A season by ${ownerName} with ${count} event${count === 1 ? '' : 's'}.`
}
