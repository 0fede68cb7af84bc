import type { faq as english } from '../en/faq.ts'
import type { Translation } from '../message.ts'

export const faq = {} satisfies Translation<typeof english>
