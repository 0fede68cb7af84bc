import { LAP_REFERENCES_PATTERN } from '../comparison/lap-reference.ts'

/** No word has the form that these patterns require. */
const BY_PATTERN: Readonly<Record<string, string>> = {
  '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$': 'https://club.example/hook',
  '^https://': 'https://push.example/1',
  '^\\d{1,20}$': '12345678901234567890',
  '^#[\\da-fA-F]{6}$': '#1e9be0',
  '^#[0-9a-fA-F]{6}$': '#1e9be0',
  '^[0-9a-f]{64}$': '0'.repeat(64),
  '^[\\w-]{22}$': 'A'.repeat(22),
  '^[\\w-]{43}$': 'A'.repeat(43),
  '^[\\w-]{87}$': 'A'.repeat(87),
  [LAP_REFERENCES_PATTERN]: '01900000-0000-7000-8000-000000000001.0.3',
}

const BY_NAME: Readonly<Record<string, string>> = {
  colour: '#1e9be0',
  accentColour: '#1e9be0',
  computerName: 'RIG',
  description: 'Races on Sundays at eight.',
  discord: 'https://discord.gg/club',
  language: 'en',
  links: 'https://club.example',
  name: 'Sunday League',
  operatingSystem: 'Windows 11',
  password: 'correct horse battery staple',
  reason: 'Cut the first corner.',
  recorderVersion: '1.0.0',
  team: 'Red Arrows',
  text: 'He braked late and touched my rear wing.',
  tier: 'Pro',
  timeZone: 'Europe/Berlin',
  url: 'https://club.example/hook',
  username: 'marisol',
  website: 'https://club.example',
}

/**
 * Returns a text for the examples of the documents: by its pattern if it has a known one, otherwise by the
 * name of its member.
 */
export function describeSampleText(name: string, pattern: string | null): string {
  const byPattern = pattern === null ? undefined : BY_PATTERN[pattern]
  return byPattern ?? BY_NAME[name] ?? `Some ${name || 'text'}`
}
