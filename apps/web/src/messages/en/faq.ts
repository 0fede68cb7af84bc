import type { Area } from '../message.ts'

export const faq = {} as const satisfies Area
