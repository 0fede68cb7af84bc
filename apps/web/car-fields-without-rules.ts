import { BLANK_DRIVER } from '@pitboard/contract/sessions/car-fields'
import type { Plugin } from 'vite'

/**
 * Pages use the blank values of the car fields alone. The rules beside them are for the decoder and
 * the server, and as large as the timing tower.
 */
export function carFieldsWithoutRules(): Plugin {
  return {
    name: 'car-fields-without-rules',
    apply: 'build',
    enforce: 'pre',
    transform(_code, id) {
      if (!id.endsWith('/contract/src/sessions/car-fields.ts')) return null
      return { code: `export const BLANK_DRIVER = ${JSON.stringify(BLANK_DRIVER)}`, map: null }
    },
  }
}
