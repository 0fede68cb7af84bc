import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGES } from '@pitboard/contract/site/pages'
import { de, en } from '../../testing/text.ts'
import { FAQ_GROUPS } from './faq-groups.ts'
import { findHelp } from './find-help.ts'
import { GUIDES } from './guides.ts'

const addressesOf = (typed: string, t = en) =>
  findHelp(t, typed).map(({ to, hash }) => `${to}#${hash}`)

test('help is found by the words of its title, its guide and its text, in the language of the reader', () => {
  for (const [t, typed, first] of [
    [en, 'firewall', '/faq#firewall'],
    [en, 'PLAYSTATION xbox', '/guides/game#consoles'],
    [en, 'browser source', '/guides/broadcasting#overlay'],
    [en, 'penalty', '/guides/stewarding#penalties'],
    [en, 'suspended', '/guides/stewarding#penalties'],
    [de, 'rennabend', '/guides/league#race-night'],
    [de, 'einspruch', '/guides/stewarding#rules'],
  ] as const) {
    assert.equal(addressesOf(typed, t)[0], first, typed)
  }
  assert.deepEqual(addressesOf('penalty zebra'), [])
})

test('what has the words in its title comes before what has them in its text', () => {
  const found = findHelp(en, 'penalties')
  assert.equal(found[0]?.title, 'guides.penalties')
  assert.ok(found.length > 1)
})

test('an excerpt is the sentence or the list entry with the word, without the marks of its markup', () => {
  const [first] = findHelp(en, 'suspended')
  assert.equal(
    first?.excerpt,
    'Suspended penalties wait for another offence: activate them with one press.',
  )
  const linked = findHelp(en, 'confirm the code').find(({ to }) => to === '/guides/game')
  assert.equal(linked?.excerpt.startsWith('Sign in here and confirm'), true)
})

test('every link in a guide or an answer leads to a page of the site, and to a section that it has', () => {
  const anchors = new Map<string, ReadonlySet<string>>([
    [
      '/faq',
      new Set(FAQ_GROUPS.flatMap(({ id, questions }) => [id, ...questions.map((one) => one.id)])),
    ],
    ...GUIDES.map(({ path, sections }) => [path, new Set(sections.map(({ id }) => id))] as const),
  ])
  const texts = [
    ...GUIDES.flatMap(({ sections }) => sections.map(({ text }) => text)),
    ...FAQ_GROUPS.flatMap(({ questions }) => questions.map(({ answer }) => answer)),
  ]
  for (const t of [en, de]) {
    for (const key of texts) {
      for (const [, path = '', , hash] of t(key).matchAll(/\]\((\/[^)#]*)(#([^)]+))?\)/g)) {
        if (path.startsWith('/api')) continue
        assert.ok(Object.hasOwn(PAGES, path), `${key}: ${path}`)
        if (hash !== undefined) assert.ok(anchors.get(path)?.has(hash), `${key}: ${path}#${hash}`)
      }
    }
  }
})
