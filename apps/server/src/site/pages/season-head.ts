import type { Season } from '@pitboard/contract/season'
import type { Language, PageHead } from '../../platform/html/page.ts'

/** The head of a season's page; what is only known by its link is not indexed. */
export function seasonHead(season: Season, language: Language): PageHead {
  const [first, second, third] = season.standings.drivers
  const standings = language === 'de' ? 'Tabelle' : 'standings'
  const behind = [second, third].flatMap((driver) => driver?.name ?? [])
  const order = first ? orderText(first.name, behind, language) : ''
  return {
    title: `${season.name}: ${standings} · Pitboard`,
    description: `${order}${calendarText(season, language)}`,
    canonicalPath: `/seasons/${season.id}`,
    picturePath: `/og/season/${season.id}.png`,
    indexed: season.visibility === 'listed',
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
