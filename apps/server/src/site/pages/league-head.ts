import type { League } from '@pitboard/contract/league'
import type { Language, PageHead } from '../../platform/html/page.ts'

const DESCRIPTION_MAX = 160

/** The head of a public league's page. */
export function leagueHead(league: League, language: Language): PageHead {
  const text = shortened(league.description) || line(league, language)
  return {
    title: `${league.name} · Pitboard`,
    description: text,
    canonicalPath: `/leagues/${league.id}`,
    picturePath: `/og/league/${league.id}.png`,
    indexed: true,
  }
}

/** Who runs it, and how many seasons it has. */
export function line({ ownerName, seasonIds }: League, language: Language): string {
  const count = seasonIds.length
  if (language === 'de') {
    return `Rennliga von ${ownerName} mit ${count === 1 ? 'einer Saison' : `${count} Saisons`}.`
  }
  return `A racing league by ${ownerName} with ${count} season${count === 1 ? '' : 's'}.`
}

/** Up to a word's end. */
function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= DESCRIPTION_MAX) return plain
  const cut = plain.slice(0, DESCRIPTION_MAX)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).toWellFormed()} …`
}
