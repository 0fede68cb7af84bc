import type { leagues as english } from '../en/leagues.ts'
import type { Translation } from '../message.ts'

export const leagues = {} satisfies Translation<typeof english>
