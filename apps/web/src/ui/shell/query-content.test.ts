import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../..', import.meta.url))
/** Decides between error and content by the error of a query, whose data may be there. */
const BY_ERROR =
  /\bif \((\w+\.)?(error|isError)( && [^)]*)?\)\s*\{?\s*return|(\{|: )error (&&|\?)|&& !error\b/g

function findChoices(source: string): string[] {
  return [...source.matchAll(BY_ERROR)].map(([found]) => found)
}

test('the check finds a choice by the error of a query, and no other', () => {
  for (const choice of [
    'if (error) return <PageError />',
    'if (error && !data) {\n    return (',
    'if (query.error) return null',
    '{error && <PageError />}',
    '{!data && !error && <Skeleton />}',
    ') : error ? (',
  ]) {
    assert.notDeepEqual(findChoices(choice), [], choice)
  }
  for (const other of ['if (error) throw error', '{saving.error && words(saving.error)}']) {
    assert.deepEqual(findChoices(other), [], other)
  }
})

test('only QueryContent shows an error in place of what a query reads: a form would be replaced', () => {
  const found = globSync('{features,pages}/**/*.tsx', { cwd: SOURCES }).flatMap((file) =>
    findChoices(readFileSync(SOURCES + file, 'utf8')).map((choice) => `${file}: ${choice}`),
  )
  assert.deepEqual(found, [])
})
