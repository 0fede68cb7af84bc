import type { search as english } from '../en/search.ts'
import type { Translation } from '../message.ts'

export const search = {} satisfies Translation<typeof english>
