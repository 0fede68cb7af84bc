import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedPath, readEmbedAddress } from './embed-address.ts'
import { DEFAULT_EMBED, embedSearch, readEmbedOptions } from './embed-options.ts'

const ID = '01890000-0000-7000-8000-000000000001'

for (const [kind, path] of [
  ['drivers', `/embed/seasons/${ID}/drivers`],
  ['teams', `/embed/seasons/${ID}/teams`],
  ['calendar', `/embed/seasons/${ID}/calendar`],
  ['sessions', `/embed/sessions/${ID}`],
  ['live', `/embed/live/${ID}`],
  ['liveUser', `/embed/liveUser/${ID}`],
] as const) {
  test(`an embed of ${kind} has the address ${path}, with or without a slash behind it`, () => {
    assert.equal(embedPath({ kind, id: ID }), path)
    assert.deepEqual(readEmbedAddress(path), { kind, id: ID })
    assert.deepEqual(readEmbedAddress(`${path}/`), { kind, id: ID })
  })
}

for (const path of [
  '/',
  `/embed/seasons/${ID}`,
  `/embed/seasons/${ID}/sessions`,
  `/embed/sessions/${ID}/drivers`,
  `/embed/live/${ID}/teams`,
  `/embed/live/1`,
  `/embed/users/${ID}`,
  `/embed/live/${ID}//`,
  `/embed/live/${ID}/drivers/more`,
  `/pages/embed/live/${ID}`,
]) {
  test(`${path} is not the address of an embed`, () => {
    assert.equal(readEmbedAddress(path), null)
  })
}

for (const [search, known] of [
  ['', {}],
  ['theme=light', { theme: 'light' }],
  ['theme=dark', { theme: 'dark' }],
  ['theme=auto', {}],
  ['theme=blue', {}],
  ['lang=de', { language: 'de' }],
  ['lang=en', { language: 'en' }],
  ['lang=xx', {}],
  ['accent=FF8800', { accent: '#ff8800' }],
  ['accent=%23ff8800', { accent: '#ff8800' }],
  ['accent=ff880', {}],
  ['accent=ff88001', {}],
  ['accent=xff8800', {}],
  ['accent=gg8800', {}],
  ['rows=1', { rows: 1 }],
  ['rows=100', { rows: 100 }],
  ['rows=101', { rows: 100 }],
  ['rows=999', { rows: 100 }],
  ['rows=1000', {}],
  ['rows=0', {}],
  ['rows=05', {}],
  ['rows=x5', {}],
  ['rows=5x', {}],
  ['tier=Club%202', { tier: 'Club 2' }],
  ['tier=', {}],
] as const) {
  test(`an embed with ${search === '' ? 'no options' : search} has ${JSON.stringify(known)}`, () => {
    assert.deepEqual(readEmbedOptions(new URLSearchParams(search)), { ...DEFAULT_EMBED, ...known })
  })
}

for (const [known, search] of [
  [{}, ''],
  [{ theme: 'dark' }, '?theme=dark'],
  [{ language: 'de' }, '?lang=de'],
  [{ accent: '#ff8800' }, '?accent=ff8800'],
  [{ rows: 5 }, '?rows=5'],
  [{ tier: 'Club 2' }, '?tier=Club+2'],
  [{ theme: 'light', rows: 5 }, '?theme=light&rows=5'],
] as const) {
  test(`an embed with ${JSON.stringify(known)} has the address ${JSON.stringify(search)}`, () => {
    assert.equal(embedSearch({ ...DEFAULT_EMBED, ...known }), search)
  })
}
