import { initialsOf } from '../../ui/avatar.tsx'
import type { League } from '@pitboard/contract/leagues/league'
import { useQuery } from '@tanstack/react-query'
import { fetchFile } from '../../api/file.ts'
import { LEAGUES_KEY } from './league-queries.ts'

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
      className="chequered timing grid aspect-video w-full place-items-center overflow-hidden rounded-m text-figure font-semibold text-muted"
    >
      {src === null ? (
        initialsOf(name)
      ) : (
        <img src={src} alt="" loading="lazy" className="size-full object-cover" />
      )}
    </span>
  )
}

type Pictured = Pick<League, 'id' | 'isPublic' | 'thumbnailId'>

/** The address of a league's picture; null without one, and while a private one is fetched. */
export function useThumbnail({ id, isPublic, thumbnailId }: Pictured): string | null {
  const address = addressOf({ id, thumbnailId })
  const isPrivate = thumbnailId !== null && !isPublic
  const { data = null } = useQuery({
    queryKey: [...LEAGUES_KEY, 'picture', address],
    queryFn: () => fetchPicture(address),
    enabled: isPrivate,
    staleTime: Infinity,
  })
  if (thumbnailId === null) return null
  return isPrivate ? data : address
}

function addressOf({ id, thumbnailId }: Pick<Pictured, 'id' | 'thumbnailId'>): string {
  return `/api/League/${id}/thumbnail?v=${encodeURIComponent(thumbnailId ?? '')}`
}

/**
 * An image element sends no token, and a private picture is its owner's alone. As a data URL it
 * needs nobody to free it.
 */
async function fetchPicture(address: string): Promise<string> {
  const response = await fetchFile(address)
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}`)
  const reader = new FileReader()
  const picture = await response.blob()
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(new Error('The picture could not be read')))
    reader.readAsDataURL(picture)
  })
}
