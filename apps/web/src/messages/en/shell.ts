import type { Area } from '../message.ts'

export const shell = {
  live: 'Live',
  leagues: 'Leagues',
  faq: 'FAQ',
  skipToContent: 'Skip to content',
  language: 'Language',
} as const satisfies Area
