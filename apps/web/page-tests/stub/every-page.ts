import { PAGES, type PagePath } from '@pitboard/contract/site/pages'
import type { Visit } from '../../testing/visit.ts'
import { ADDRESSES } from './whole-site.ts'

interface PageVisit extends Visit {
  readonly page: PagePath
}

/** Axe looks at a phone and a laptop: these differ from the widths between in more than the layout. */
export const AXE_AT = [390, 1440]
export const KEYBOARD_AT = 1440

/** Everybody may see these pages. */
export const SHARED_PAGES: readonly PageVisit[] = listVisits(false)
/** These pages belong to users. */
export const OWN_PAGES: readonly PageVisit[] = listVisits(true)

function listVisits(needsSignIn: boolean): PageVisit[] {
  return Object.keys(PAGES)
    .filter(isPage)
    .filter((page) => 'needsSignIn' in PAGES[page] === needsSignIn)
    .map((page) => ({ page, name: nameOf(ADDRESSES[page]), path: ADDRESSES[page] }))
}

function isPage(path: string): path is PagePath {
  return path in ADDRESSES
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll(/[^a-z0-9]+/gi, '-') || 'landing'
}
