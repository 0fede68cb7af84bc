import type { Area } from '../message.ts'

export const live = {} as const satisfies Area
