import type { live as english } from '../en/live.ts'
import type { Translation } from '../message.ts'

export const live = {} satisfies Translation<typeof english>
