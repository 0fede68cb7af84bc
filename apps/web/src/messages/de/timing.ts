import type { timing as english } from '../en/timing.ts'
import type { Translation } from '../message.ts'

export const timing = {} satisfies Translation<typeof english>
