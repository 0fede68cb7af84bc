import type { League } from '@pitboard/contract/leagues/league'
import type { LeaguePictureKind } from '@pitboard/contract/leagues/league-pictures'
import { usePicture } from '../../api/use-picture.ts'
import { readableColour, textOn } from '../../timing/readable-colour.ts'
import { initialsOf } from '../../ui/avatar.tsx'

type WithLogo = Pick<League, 'id' | 'isPublic' | 'thumbnailId'>
type WithBanner = Pick<League, 'id' | 'isPublic' | 'bannerId'>

const LOGO_SIZES = {
  small: 'size-8 rounded-s text-small',
  normal: 'size-14 rounded-m text-section',
  large: 'size-24 rounded-l text-title sm:size-28',
} as const

interface LogoFrameProps {
  readonly name: string
  readonly accentColour: string | null
  readonly src: string | null
  readonly size?: keyof typeof LOGO_SIZES
}

/** Shows the logo of a league, whole, or its initials on its accent. Its name stands beside it. */
export function LogoFrame({ name, accentColour, src, size = 'normal' }: LogoFrameProps) {
  const colours =
    src === null && accentColour !== null
      ? { backgroundColor: accentColour, color: textOn(accentColour) }
      : {}
  return (
    <span
      aria-hidden="true"
      style={colours}
      className={`timing grid shrink-0 place-items-center overflow-hidden border border-line-strong bg-raised leading-none font-semibold text-muted ${LOGO_SIZES[size]}`}
    >
      {src === null ? (
        initialsOf(name)
      ) : (
        <img src={src} alt="" loading="lazy" className="size-full object-contain" />
      )}
    </span>
  )
}

interface LeagueLogoProps extends Pick<LogoFrameProps, 'size'> {
  readonly league: WithLogo & Pick<League, 'name' | 'accentColour'>
}

export function LeagueLogo({ league, size }: LeagueLogoProps) {
  const { name, accentColour } = league
  return (
    <LogoFrame
      name={name}
      accentColour={accentColour}
      src={useLogo(league)}
      {...(size && { size })}
    />
  )
}

interface BannerFrameProps {
  readonly accentColour: string | null
  readonly src: string | null
  /** A card has a lower one than a page. */
  readonly low?: boolean
}

/**
 * Shows the middle of a banner, in the same shape on every screen: its owner sees the part of the picture that
 * everybody sees. Without a picture it is a band of the accent.
 */
export function BannerFrame({ accentColour, src, low = false }: BannerFrameProps) {
  const height = src === null ? 'h-20 sm:h-28' : 'aspect-[6/1]'
  return (
    <div
      aria-hidden="true"
      style={{ '--accent': toAccent(accentColour) }}
      className={`accent-band overflow-hidden ${low ? 'h-20' : height}`}
    >
      {src !== null && <img src={src} alt="" loading="lazy" className="size-full object-cover" />}
    </div>
  )
}

/** Returns the accent of a league as a graphic, or that of the site where it has none. */
export function toAccent(accentColour: string | null): string {
  return accentColour === null ? 'var(--color-line-strong)' : readableColour(accentColour)
}

export function useLogo({ id, isPublic, thumbnailId }: WithLogo): string | null {
  return usePicture(addressOf(id, 'thumbnail', thumbnailId), !isPublic)
}

export function useBanner({ id, isPublic, bannerId }: WithBanner): string | null {
  return usePicture(addressOf(id, 'banner', bannerId), !isPublic)
}

function addressOf(id: string, kind: LeaguePictureKind, pictureId: string | null): string | null {
  return pictureId === null ? null : `/api/League/${id}/${kind}?v=${encodeURIComponent(pictureId)}`
}
