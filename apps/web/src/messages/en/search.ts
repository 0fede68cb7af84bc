import type { Area } from '../message.ts'

export const search = {} as const satisfies Area
