import { Secret, TOTP } from 'otpauth'
import { toString } from 'qrcode'

const PERIOD_SECONDS = 30
const DIGITS = 6
const TOKEN = /^\d{6}$/
const ALGORITHM = 'SHA1'
/** Of RFC 4226 §4: as long as what the hash gives. */
const SECRET_BYTES = 20

export function randomSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an authenticator app reads from the picture. */
export function totpUri({
  issuer,
  account,
  secret,
}: {
  issuer: string
  account: string
  secret: string
}): string {
  const [at, by] = [encodeURIComponent(account), encodeURIComponent(issuer)]
  const query = `algorithm=${ALGORITHM}&digits=${DIGITS}&issuer=${by}&period=${PERIOD_SECONDS}&secret=${secret}`
  return `otpauth://totp/${by}:${at}?${query}`
}

/**
 * The 30 s step that the code is of, one early or late; null for a wrong code, and for one of a
 * step that has been used (RFC 6238 §5.2).
 */
export function matchStep(
  { secret, lastUsedStep }: { secret: string; lastUsedStep: number | null },
  code: string,
  now: Date,
): number | null {
  const token = code.replaceAll(' ', '')
  // The library throws for six characters that are not six bytes.
  if (!TOKEN.test(token)) return null
  const timestamp = now.getTime()
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })
  const delta = totp.validate({ token, timestamp, window: 1 })
  if (delta === null) return null
  const step = Math.floor(timestamp / (PERIOD_SECONDS * 1000)) + delta
  return lastUsedStep !== null && step <= lastUsedStep ? null : step
}

/**
 * A picture of the text as SVG. Clients put it into a data URL as it is: no `#` may be in it, which
 * would end the URL, nor a line feed.
 */
export async function qrCode(text: string): Promise<string> {
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').replaceAll('\n', '')
}
