import type { Area } from '../message.ts'

export const download = {} as const satisfies Area
