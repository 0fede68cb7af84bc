import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserWorld } from '../testing/browser-world.ts'
import { aSession, aToken, storeSession, USER_ID } from '../testing/sign-in-service.ts'
import { edit, isDirty, openDraft, versionMadeBy } from './draft.ts'
import { isKept, keptText, openKept, writeKeptDraft } from './kept-draft.ts'

const STORED = { value: { title: 'Sunday', text: '' }, version: 4 }
const WRITTEN = edit(openDraft(STORED), { title: 'Sunday', text: 'At eight' })

test('a draft is there after a reload, until it is removed', async (t) => {
  const { sessionStorage } = await openBrowserWorld(t)
  assert.equal(isKept('report'), false)
  assert.deepEqual(openKept(STORED, 'report', false), openDraft(STORED))
  writeKeptDraft('report', keptText(WRITTEN))
  assert.equal(isKept('report'), true)
  assert.equal(isKept('comment'), false)
  assert.equal(sessionStorage.getItem('pitboard.draft..report'), keptText(WRITTEN))
  assert.deepEqual(openKept(STORED, 'report', false), WRITTEN)
  assert.deepEqual(openKept(STORED, undefined, false), openDraft(STORED))
  writeKeptDraft('report', null)
  assert.equal(isKept('report'), false)
})

test('a draft is that of the user who wrote it', async (t) => {
  const world = await openBrowserWorld(t)
  writeKeptDraft('report', keptText(WRITTEN))
  storeSession(world, aSession(aToken('one')))
  assert.equal(isKept('report'), false)
  assert.deepEqual(openKept(STORED, 'report', false), openDraft(STORED))
  writeKeptDraft('report', keptText(WRITTEN))
  assert.ok(world.sessionStorage.getItem(`pitboard.draft.${USER_ID}.report`))
})

for (const kept of [
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"version":4,"value":{"title":"","text":""}}',
  '{"base":{"title":"","text":""},"version":"4","value":{"title":"","text":""}}',
  '{"base":{"title":"","text":""},"version":4,"value":{"title":7,"text":""}}',
]) {
  test(`a storage with ${kept} holds no draft`, async (t) => {
    await openBrowserWorld(t)
    writeKeptDraft('report', kept)
    for (const isMessage of [true, false]) {
      assert.deepEqual(openKept(STORED, 'report', isMessage), openDraft(STORED))
    }
  })
}

test('what the server has meanwhile is taken into a draft, or contradicts it', async (t) => {
  await openBrowserWorld(t)
  writeKeptDraft('report', keptText(WRITTEN))
  const renamed = { value: { title: 'Monday', text: '' }, version: 5 }
  const merged = openKept(renamed, 'report', false)
  assert.deepEqual([merged.value, merged.version], [{ title: 'Monday', text: 'At eight' }, 5])
  const rewritten = { value: { title: 'Sunday', text: 'At nine' }, version: 5 }
  const contradicted = openKept(rewritten, 'report', false)
  assert.deepEqual(contradicted.value, WRITTEN.value)
  assert.deepEqual(contradicted.theirs, rewritten)
})

test('a draft is on top of a server that was restored to an older version', async (t) => {
  await openBrowserWorld(t)
  writeKeptDraft('report', keptText(WRITTEN))
  const restored = { value: { title: 'Friday', text: '' }, version: 2 }
  const draft = openKept(restored, 'report', false)
  assert.deepEqual([draft.value, draft.version], [{ title: 'Friday', text: 'At eight' }, 2])
})

test('a message is what was typed, whatever the blank form is by now', async (t) => {
  await openBrowserWorld(t)
  const blank = { value: { title: '', text: '' }, version: 0 }
  const typed = edit(openDraft(blank), { title: '', text: 'At eight' })
  writeKeptDraft('comment', keptText(typed))
  const later = { value: { title: 'new', text: '' }, version: 0 }
  assert.deepEqual(openKept(later, 'comment', true), typed)
  assert.equal(isDirty(typed), true)
})

test('an answer to saving is the version that it made, nothing, or the errors of fields', () => {
  const answers = [7, 0, undefined, null, {}, { title: 'is too long' }, '7']
  assert.deepEqual(answers.map(versionMadeBy), [7, 0, undefined, undefined, null, null, null])
})
