import type { Area } from '../message.ts'

export const account = {} as const satisfies Area
