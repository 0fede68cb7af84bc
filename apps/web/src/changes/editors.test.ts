import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const PAGE_TESTS = fileURLToPath(new URL('../../page-tests', import.meta.url))

/** A page test types in each editor while something else happens; these are the tests by editor. */
const TESTED_IN: Readonly<Record<string, string>> = {
  'features/attendance/attendance-rule.tsx': 'drafts',
  'features/calendar/event-card.tsx': 'drafts',
  'features/calendar/events-tab.tsx': 'drafts',
  'features/league-editor/create-league.tsx': 'drafts',
  'features/league-editor/edit-league.tsx': 'drafts',
  'features/manual-result/manual-result-form.tsx': 'manual-result',
  'features/points/points-tab.tsx': 'drafts',
  'features/profile/username-form.tsx': 'username',
  'features/roster/roster-tab.tsx': 'drafts',
  'features/roster/tiers-form.tsx': 'season-tiers',
  'features/season-editor/driver-vote-form.tsx': 'drafts',
  'features/season-editor/publish-tab.tsx': 'drafts',
  'features/season-editor/settings-tab.tsx': 'drafts',
  'features/sign-ups/form-editor.tsx': 'drafts',
  'features/sign-ups/sign-up-form.tsx': 'sign-ups',
  'features/stewards/adjustment-form.tsx': 'drafts',
  'features/stewards/case-room.tsx': 'drafts',
  'features/stewards/decision-form.tsx': 'stewards',
  'features/stewards/report-form.tsx': 'stewards',
  'features/stewards/revoke-form.tsx': 'stewards',
  'features/stewards/rules-form.tsx': 'drafts',
  'features/stewards/statement-form.tsx': 'stewards',
}

test('every editor is in a page test', () => {
  const editors = globSync('{features,pages}/**/*.tsx', { cwd: SOURCE }).filter((file) =>
    /\buse(Draft|Message)\(/.test(readFileSync(`${SOURCE}/${file}`, 'utf8')),
  )
  assert.deepEqual(editors.toSorted(), Object.keys(TESTED_IN).toSorted())
  const missing = Object.values(TESTED_IN).filter(
    (name) => !existsSync(`${PAGE_TESTS}/${name}.test.ts`),
  )
  assert.deepEqual(missing, [])
})
