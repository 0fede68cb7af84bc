import type { League } from '@pitboard/contract/leagues/league'
import type { Season } from '@pitboard/contract/seasons/season'
import { mainStandings } from '@pitboard/contract/seasons/tiers'
import type { Language } from '@pitboard/contract/words/languages'
import { TEXTS } from '../../messages/catalogue.ts'
import type { PageHead } from '../../platform/html/page.ts'
import { aheadOf } from './session-head.ts'

export const generalPicture = '/og/default.png'

interface PageRequest {
  readonly path: string
  readonly subject: string
  readonly language: Language
}

export function notFoundHead(path: string, language: Language): PageHead {
  const t = TEXTS[language]
  return head(t('missingPage.notFound'), t('heads.notFoundWhy'), path)
}

export function overlayHead(path: string, language: Language): PageHead {
  const t = TEXTS[language]
  return head(t('overlayPage.title'), t('heads.overlayWhat'), path)
}

export function embedHead(title: string, path: string, language: Language): PageHead {
  const t = TEXTS[language]
  const shown = title === '' ? t('heads.notPublic') : title.replace(/ · Pitboard$/, '')
  return head(shown, t('heads.embedWhat'), path)
}

export function searchHead({ path, subject, language }: PageRequest): PageHead {
  const t = TEXTS[language]
  return head(t('searchPage.title', { search: subject }), t('heads.searchWhat'), path)
}

export function waitingHead(username: string, { subject, language }: PageRequest): PageHead {
  const text = TEXTS[language]('heads.waiting', { name: username })
  return {
    ...head(`${username} live`, text, `/liveUser/${subject}`),
    picturePath: userPicture(subject),
    canEmbed: true,
  }
}

export function profileHead(username: string, { subject, language }: PageRequest): PageHead {
  const text = TEXTS[language]('heads.profile', { name: username })
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
  return TEXTS[language]('heads.league', { owner: ownerName, count: seasonIds.length })
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
  const behind = [second, third].flatMap((driver) => driver?.name ?? [])
  const order = first ? orderText(first.name, behind, language) : ''
  return {
    title: `${TEXTS[language]('heads.standings', { season: season.name })} · Pitboard`,
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
    title: `${TEXTS[language]('reviews.titleOf', { season: season.name })} · Pitboard`,
    description,
    canonicalPath: path,
    picturePath: `/og/seasons/${season.id}/review.png`,
    indexed,
  }
}

function orderText(leader: string, behind: readonly string[], language: Language): string {
  return `${aheadOf(TEXTS[language]('heads.leads', { name: leader }), behind, language)}. `
}

export function calendarText({ events, ownerName }: Season, language: Language): string {
  return TEXTS[language]('heads.season', { owner: ownerName, count: events.length })
}
