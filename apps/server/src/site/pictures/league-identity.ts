import { LRUCache } from 'lru-cache'
import { redrawPicture } from '../../accounts/storage/picture.ts'
import { openUploadedPictures } from '../../championship/pictures/uploaded-pictures.ts'
import { findPicture, type LeagueRecord } from '../../championship/leagues/queries.ts'
import type { AppContext } from '../../context.ts'

const LOGO_PIXELS = 160
const LOGOS_MAX = 100

/** The pictures of a league and of its seasons show the league like this. */
export interface LeagueIdentity {
  readonly name: string
  /** The accent is `#rrggbb`; null stands for the colour of the site. */
  readonly accent: string | null
  /** The logo is a PNG as a data URL; null without a logo. */
  readonly logo: string | null
}

/** Finds the identity of public leagues only. `network` is where the request comes from. */
type FindIdentity = (league: LeagueRecord, network: string) => Promise<LeagueIdentity>

/** Draws each logo once in the size of the pictures. */
export function createFindIdentity(context: AppContext): FindIdentity {
  const files = openUploadedPictures(context)
  const logos = new LRUCache<string, string>({ max: LOGOS_MAX })

  async function readLogo({ id, thumbnail }: LeagueRecord, network: string) {
    if (thumbnail === null) return null
    const known = logos.get(`${id}/${thumbnail}`)
    if (known !== undefined) return known
    const stored = await findPicture(context.db, id, 'thumbnail')
    const bytes = stored ? await files.read(stored.file_key) : null
    if (bytes === null) return null
    const options = { format: 'png', sidePixelsMax: LOGO_PIXELS, owner: { network } } as const
    // The picture of a page stands without its logo when too many are being drawn.
    const logo = await redrawPicture(bytes, options).catch(() => null)
    if (logo === null) return null
    const url = `data:image/png;base64,${logo.bytes.toString('base64')}`
    logos.set(`${id}/${thumbnail}`, url)
    return url
  }

  return async (league, network) => ({
    name: league.name,
    accent: league.accent_colour,
    logo: await readLogo(league, network),
  })
}
