import { skipToken, useQuery } from '@tanstack/react-query'
import { fetchFile } from './file.ts'

/**
 * Returns what an image element shows of a picture at an address of the API: a private one needs the token of the
 * account. It is null without a picture, and while a private one is fetched.
 */
export function usePicture(address: string | null, isPrivate: boolean): string | null {
  const { data = null } = useQuery({
    queryKey: ['pictures', address],
    queryFn: address !== null && isPrivate ? () => fetchPicture(address) : skipToken,
    staleTime: Infinity,
  })
  return isPrivate ? data : address
}

/** A data URL, unlike an object URL, needs no release. */
export async function fetchPicture(address: string): Promise<string> {
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
