import type { Area } from '../message.ts'

export const landing = {} as const satisfies Area
