import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { StartError } from '../../../platform/diagnostics/errors.ts'
import { readProviders } from './open-providers.ts'

const folder = mkdtempSync(join(tmpdir(), 'pitboard-providers-'))
after(() => rmSync(folder, { recursive: true }))

function read(content: unknown) {
  const path = join(folder, 'providers.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readProviders(path)
}

test('a name says its kind; another one is OpenID Connect at its issuer', () => {
  const club = { issuer: 'https://id.club.example', clientId: 'a', moreClientIds: ['b'] }
  const providers = read({ google: { clientId: 'g' }, steam: {}, 'custom:club': club })
  assert.deepEqual(
    providers.map(({ kind, settings: { name, issuer } }) => [name, kind, issuer.href]),
    [
      ['google', 'google', 'https://accounts.google.com/'],
      ['steam', 'steam', 'https://steamcommunity.com/'],
      ['custom:club', 'oidc', 'https://id.club.example/'],
    ],
  )
  assert.deepEqual(providers[2]?.settings.audiences, ['a', 'b'])
})

test('an unusable setting stops the start, and the message has no secret', () => {
  const wrong: unknown[] = [
    '{',
    [],
    { email: { clientId: 'a' } },
    { 'Club!': { clientId: 'a' } },
    { 'sso:club': { clientId: 'a', issuer: 'https://id.club.example' } },
    { google: {} },
    { club: { clientId: 'a' } },
    { club: { clientId: 'a', issuer: 'http://id.club.example' } },
    { google: { clientId: 'a', clientSecret: 'geheim', secrets: 'geheim' } },
    { google: { clientId: 7, clientSecret: 'geheim' } },
  ]
  for (const content of wrong) {
    assert.throws(
      () => read(content),
      (error) => error instanceof StartError && !error.message.includes('geheim'),
      JSON.stringify(content),
    )
  }
})
