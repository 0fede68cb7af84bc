import type { League, LeagueFields } from '@pitboard/contract/leagues/league'
import type { ReactNode } from 'react'
import { useText } from '../../messages/use-text.ts'
import { accentText } from '../../timing/readable-colour.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink, OutsideLink, TextLink } from '../../ui/buttons/link.tsx'
import { Hero } from '../../ui/layout/hero.tsx'
import { BannerFrame, LogoFrame, toAccent, useBanner, useLogo } from './league-pictures.tsx'

interface LeagueHeroProps {
  readonly league: League
  /** The user has a role in it. */
  readonly mayEdit: boolean
  /** It comes next in its seasons. */
  readonly beside?: ReactNode
  readonly actions: ReactNode
}

/** Shows the league with its pictures, colour and links. */
export function LeagueHero({ league, mayEdit, beside, actions }: LeagueHeroProps) {
  const t = useText()
  return (
    <LeagueHeroFrame
      league={league}
      owner={league}
      logo={useLogo(league)}
      banner={useBanner(league)}
      beside={beside}
      actions={
        <>
          {actions}
          {mayEdit && (
            <ButtonLink to="/dashboard/leagues/$leagueId/edit" params={{ leagueId: league.id }}>
              {t('leagues.edit')}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

export type LeagueOwner = Pick<League, 'ownerId' | 'ownerName'>

interface LeagueHeroFrameProps {
  readonly league: LeagueFields
  readonly owner: LeagueOwner
  /** The addresses are those of its pictures. */
  readonly logo: string | null
  readonly banner: string | null
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  readonly isPreview?: boolean
}

/** Shows the same from values that need not be saved. */
export function LeagueHeroFrame({
  league,
  owner,
  logo,
  banner,
  beside,
  actions,
  isPreview = false,
}: LeagueHeroFrameProps) {
  const t = useText()
  const { name, accentColour, description, isPublic } = league
  return (
    <Hero
      isPreview={isPreview}
      accent={toAccent(accentColour)}
      banner={<BannerFrame accentColour={accentColour} src={banner} />}
      emblem={<LogoFrame name={name} accentColour={accentColour} src={logo} size="large" />}
      eyebrow={
        <>
          <span
            className="timing font-semibold"
            style={accentColour === null ? {} : { color: accentText(accentColour) }}
          >
            {t('leagues.league')}
          </span>
          <span>
            {t('leagues.runBy')}{' '}
            <TextLink to="/user/$userId" params={{ userId: owner.ownerId }}>
              {owner.ownerName}
            </TextLink>
          </span>
        </>
      }
      title={
        <>
          {name}
          {!isPublic && <Badge tone="warning">{t('leagues.private')}</Badge>}
        </>
      }
      beside={beside}
      actions={actions}
    >
      {description !== '' && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{description}</p>
      )}
      <LeagueLinks league={league} />
    </Hero>
  )
}

function LeagueLinks({ league }: { readonly league: LeagueFields }) {
  const t = useText()
  const links = [
    ...(league.discord === '' ? [] : [{ href: league.discord, name: t('leagues.discord') }]),
    ...(league.website === '' ? [] : [{ href: league.website, name: t('leagues.website') }]),
    ...league.links.map((href) => ({ href, name: siteOf(href) })),
  ]
  if (links.length === 0) return null
  return (
    <ul aria-label={t('leagues.links')} className="flex flex-wrap gap-x-5 gap-y-1">
      {links.map(({ href, name }, index) => (
        <li key={index} className="timing flex min-h-6 items-center text-timing">
          <OutsideLink href={href}>{name}</OutsideLink>
        </li>
      ))}
    </ul>
  )
}

/** Returns a name such as "youtube.com". */
function siteOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address
}
