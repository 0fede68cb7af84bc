import { type League, leagues } from '@pitboard/contract/leagues/league'
import { leaguePictures } from '@pitboard/contract/leagues/league-pictures'
import { ACCENT, drawBanner, drawLogo } from './league-pictures.ts'
import type { DemoAccount } from './open-account.ts'

/** Finds the organiser's first league, or creates it. */
export async function prepareLeague({ call, userId }: DemoAccount): Promise<League> {
  const own = await call(leagues.ofUser, { params: { userId } })
  const first = own.at(-1)
  if (first) return first
  const created = await call(leagues.create, {
    body: {
      name: 'Sunday Cup',
      description:
        'Twenty drivers, five rounds and one champion. We race on Sundays at 19:00 UTC, once a season ' +
        'with a sprint. Race control reviews every incident and publishes its decisions with the reasons.',
      website: 'https://sunday-cup.example',
      discord: 'https://discord.example/sunday-cup',
      links: ['https://www.youtube.com/@sunday-cup', 'https://www.twitch.tv/sunday-cup'],
      accentColour: ACCENT,
      isPublic: true,
      thumbnailBase64: (await drawLogo()).toString('base64'),
    },
  })
  await call(leaguePictures.banner.set, {
    params: { leagueId: created.id },
    body: { bannerBase64: (await drawBanner()).toString('base64') },
  })
  return created
}
