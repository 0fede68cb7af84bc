import { authorizationHeader, freshAccessToken } from '../auth/access-token.ts'

/** Fetches a file with the token of the account, which links and image elements do not send. */
export async function fetchFile(path: string): Promise<Response> {
  await freshAccessToken()
  return fetch(path, { headers: { authorization: authorizationHeader() } })
}

/** Offers the file to the reader as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
