import { usePicture } from '../api/use-picture.ts'

/** A team in the roster of a season may have a picture. */
export interface TeamPictureSource {
  readonly seasonId: string
  readonly isPrivate: boolean
  readonly teamId: string
  /** It is null without one: its place stays empty. */
  readonly pictureId: string | null
}

const SIZES = {
  /** A row of a table has this size. */
  small: { pixels: 20, frame: 'size-5' },
  normal: { pixels: 32, frame: 'size-8' },
  large: { pixels: 40, frame: 'size-10 rounded-s border border-line-strong' },
} as const

interface TeamPictureProps {
  readonly source: TeamPictureSource
  readonly size?: keyof typeof SIZES
}

/** The name of the team stands beside it. */
export function TeamPicture({ source, size = 'small' }: TeamPictureProps) {
  const { seasonId, isPrivate, teamId, pictureId } = source
  const path = `/api/Seasons/${seasonId}/teams/${teamId}/picture`
  const src = usePicture(
    pictureId === null ? null : `${path}?v=${encodeURIComponent(pictureId)}`,
    isPrivate,
  )
  const { pixels, frame } = SIZES[size]
  if (src === null) return <span aria-hidden="true" className={`shrink-0 ${frame}`} />
  return (
    <img
      src={src}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
      decoding="async"
      className={`shrink-0 object-contain ${frame}`}
    />
  )
}
