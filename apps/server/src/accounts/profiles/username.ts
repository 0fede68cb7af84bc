const USERNAME_LENGTH = { min: 3, max: 24 }

export type UsernameRule = 'length' | 'characters' | 'reserved'

/**
 * Names as league drivers write them: letters and digits of any script, single spaces, and the
 * marks of tags and numbers, as in `[ABC] Zoë O'Neil #44`. One name has one spelling: compatible
 * characters (wide, circled, joined) become the plain ones.
 */
export function normaliseUsername(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/ {2,}/g, ' ')
}

/** Which rule a normalised name breaks; null where it keeps all. Length counts characters. */
export function brokenRule(name: string): UsernameRule | null {
  const length = Array.from(name).length
  if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max) return 'length'
  if (!/^[\p{L}\p{M}\p{N} _.'#|[\]-]+$/u.test(name)) return 'characters'
  // Marks stand on letters, two at most; a name begins with something to read.
  if (/\p{M}{3}/u.test(name) || !/^\[?[\p{L}\p{N}]/u.test(name)) return 'characters'
  // Letters that show nothing.
  if (/[\u115f\u1160\u3164\uffa0]/u.test(name)) return 'characters'
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return RESERVED.has(plain) ? 'reserved' : null
}

export const RULE_TEXTS: Record<UsernameRule, string> = {
  length: `A username has ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters.`,
  characters: "A username consists of letters, digits, single spaces and _ - . ' # | [ ].",
  reserved: 'This username is reserved.',
}

/** Names that speak for the site, for the race, or for nobody. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'anonymous',
  'api',
  'bot',
  'clerkofthecourse',
  'deleted',
  'deleteduser',
  'everyone',
  'fia',
  'formula1',
  'guest',
  'help',
  'here',
  'mod',
  'moderator',
  'nobody',
  'null',
  'official',
  'operator',
  'owner',
  'pitboard',
  'pitboardteam',
  'player',
  'racecontrol',
  'racedirector',
  'root',
  'security',
  'server',
  'service',
  'staff',
  'steward',
  'stewards',
  'support',
  'system',
  'undefined',
  'unknown',
  'unnameddriver',
  'user',
  'username',
  'webmaster',
])
