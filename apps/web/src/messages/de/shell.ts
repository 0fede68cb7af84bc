import type { shell as english } from '../en/shell.ts'
import type { Translation } from '../message.ts'

export const shell = {
  live: 'Live',
  leagues: 'Ligen',
  faq: 'FAQ',
  skipToContent: 'Zum Inhalt springen',
  language: 'Sprache',
} satisfies Translation<typeof english>
