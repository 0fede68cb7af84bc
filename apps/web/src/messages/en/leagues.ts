import type { Area } from '../message.ts'

export const leagues = {
  title: 'Leagues',
  none: 'No public leagues yet',
  noneWhy:
    'This server has no leagues so far. As soon as there are some, their seasons and standings are listed here. Races are recorded already, and can be counted later.',
  watch: 'See who is driving',
} as const satisfies Area
