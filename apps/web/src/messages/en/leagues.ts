import type { Area } from '../message.ts'

export const leagues = {} as const satisfies Area
