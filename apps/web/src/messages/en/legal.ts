import type { Area } from '../message.ts'

export const legal = {} as const satisfies Area
