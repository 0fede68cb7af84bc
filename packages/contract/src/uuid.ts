const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether it is a UUID, of whichever version. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
