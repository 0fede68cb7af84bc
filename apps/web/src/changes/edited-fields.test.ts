import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEXT_MAX } from '@pitboard/contract/wire/text-limits'
import { EVENT_FIELDS, LEAGUE_FIELDS, LINK, textFields } from './edited-fields.ts'
import { en } from '../testing/text.ts'

const LEAGUE = { name: 'Apex', description: 'Fast', discord: '', website: 'https://a.example' }

test('each text of a table is an input with its label, its limit and its value', () => {
  const shown = textFields(LEAGUE_FIELDS, LEAGUE, en).map(({ check: _check, ...field }) => field)
  assert.deepEqual(shown, [
    {
      kind: 'text',
      maxLength: TEXT_MAX.name,
      name: 'name',
      label: 'Name',
      defaultValue: 'Apex',
      missing: 'Enter a name.',
    },
    {
      kind: 'textArea',
      rows: 4,
      maxLength: TEXT_MAX.description,
      name: 'description',
      label: 'Description',
      defaultValue: 'Fast',
    },
    {
      kind: 'url',
      maxLength: TEXT_MAX.link,
      name: 'discord',
      label: 'Discord',
      defaultValue: '',
      inputMode: 'url',
    },
    {
      kind: 'url',
      maxLength: TEXT_MAX.link,
      name: 'website',
      label: 'Website',
      defaultValue: 'https://a.example',
      inputMode: 'url',
    },
  ])
})

test('a link is checked, unless it is empty; a text is not', () => {
  const fields = textFields(LEAGUE_FIELDS, LEAGUE, en)
  const check = (name: string, value: string) =>
    fields.find((field) => field.name === name)?.check?.(value)
  const refused = 'Enter an address that begins with https:// or http://.'
  assert.equal(check('website', 'a.example'), refused)
  assert.equal(check('website', 'https://a.example'), false)
  assert.equal(check('website', ''), false)
  assert.equal(check('name', 'a.example'), false)
  const [event] = textFields(EVENT_FIELDS, { name: '' }, en)
  assert.equal(event?.check?.('a.example'), false)
})

test('a link begins with http:// or https:// and has no space', () => {
  const links = [
    'https://a.example',
    'http://a.example/b?c=d',
    'a https://a.example',
    'https://a b',
    'https://',
    'https:/a',
    'ftp://a.example',
    ' https://a.example',
  ]
  assert.deepEqual(
    links.filter((link) => LINK.test(link)),
    ['https://a.example', 'http://a.example/b?c=d'],
  )
})
