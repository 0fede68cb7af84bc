/**
 * A downloaded recorder knows the server that it came from, so that nobody copies an address: a
 * program by its file name, which leaves its bytes and checksum as they were built, and an archive
 * by this file in it.
 */
export const SERVER_FILE = 'pitboard-server.txt'

const NAMED = /@(http_)?([a-z\d][a-z\d.-]*?)(?:_(\d{1,5}))?(?:\.exe)?$/i

/**
 * Writes the server into the name of a program: "recorder.exe" of https://a.example:8080 becomes
 * "recorder@a.example_8080.exe". A server whose name cannot be read back leaves the name as it is.
 */
export function nameWithServer(file: string, origin: string): string {
  const { protocol, hostname, port } = new URL(origin)
  const address = `${protocol === 'http:' ? 'http_' : ''}${hostname}${port && `_${port}`}`
  const extension = /\.exe$/i.exec(file)?.[0] ?? ''
  const named = `${file.slice(0, file.length - extension.length)}@${address}${extension}`
  // Some hosts, such as those of IPv6, have no name that every file system accepts.
  return serverInName(named) === origin ? named : file
}

/**
 * Returns the origin of the server in a program's name, also if the browser has added a number to it; null
 * without one.
 */
export function serverInName(file: string): string | null {
  const [, http, host, port] = NAMED.exec(file.replace(/ ?\(\d+\)/, '')) ?? []
  if (host === undefined) return null
  const address = `${http === undefined ? 'https' : 'http'}://${host}${port ? `:${port}` : ''}`
  return URL.canParse(address) ? new URL(address).origin : null
}
