import type { Area } from '../message.ts'

export const session = {} as const satisfies Area
