import type { Area } from '../message.ts'

export const timing = {} as const satisfies Area
