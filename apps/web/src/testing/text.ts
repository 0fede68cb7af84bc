import { catalogue as german } from '../messages/de/catalogue.ts'
import { catalogue as english } from '../messages/en/catalogue.ts'
import { createText } from '../messages/create-text.ts'

/** The messages of both languages, for tests. */
export const en = createText(english, 'en')
export const de = createText(german, 'de')
