import { initialsOf } from '../../ui/avatar.tsx'
import { type Pictured, useThumbnail } from './use-thumbnail.ts'

/** The league's picture in the shape of a poster, or its initials where it has none. */
export function LeaguePicture({
  league,
}: {
  readonly league: Pictured & { readonly name: string }
}) {
  return <PictureFrame name={league.name} src={useThumbnail(league)} />
}

export function PictureFrame({
  name,
  src,
}: {
  readonly name: string
  readonly src: string | null
}) {
  return (
    <span
      aria-hidden="true"
      className="chequered timing grid aspect-video w-full place-items-center overflow-hidden rounded-m text-5xl font-semibold text-muted"
    >
      {src === null ? (
        initialsOf(name)
      ) : (
        <img src={src} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  )
}
