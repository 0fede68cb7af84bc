import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createText } from './create-text.ts'
import { catalogue as german } from './de/catalogue.ts'
import { catalogue as english } from './en/catalogue.ts'
import { localeOf, preferredLanguage } from './language.ts'

describe('messages', () => {
  test('a message is given in the language of the catalogue', () => {
    assert.equal(createText(english, 'en')('shell.leagues'), 'Leagues')
    assert.equal(createText(german, 'de')('shell.leagues'), 'Ligen')
  })
})

describe('the language of a visitor', () => {
  test('what was chosen here wins over the browser', () => {
    assert.equal(preferredLanguage('de', ['en-US']), 'de')
  })

  test('without a choice it is the first of the browser’s languages that there is', () => {
    assert.equal(preferredLanguage(null, ['fr-FR', 'de-AT', 'en']), 'de')
  })

  test('without a known language it is English', () => {
    assert.equal(preferredLanguage('xx', ['fr', 'nl-NL']), 'en')
    assert.equal(preferredLanguage(null, []), 'en')
  })

  test('dates and numbers follow the browser’s own variant of the language', () => {
    assert.equal(localeOf('de', ['en', 'de-AT', 'de']), 'de-AT')
    assert.equal(localeOf('de', ['en']), 'de')
  })
})
