import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  beginSaving,
  changedPart,
  decide,
  differences,
  type DraftState,
  edit,
  endSaving,
  endSending,
  isDirty,
  isEqual,
  isLike,
  merge,
  openDraft,
  receive,
} from './draft.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly points: number
}

interface Thing {
  readonly name: string
  readonly note: string
  readonly rules: { readonly hours: number; readonly open: boolean }
  readonly tags: readonly string[]
  readonly rows: readonly Row[]
}

const ANN: Row = { id: 'ann', name: 'Ann', points: 1 }
const BOB: Row = { id: 'bob', name: 'Bob', points: 2 }
const CAS: Row = { id: 'cas', name: 'Cas', points: 3 }
const DOT: Row = { id: 'dot', name: 'Dot', points: 4 }
const THING: Thing = {
  name: 'Sunday',
  note: '',
  rules: { hours: 24, open: false },
  tags: ['a'],
  rows: [ANN, BOB],
}

describe('merging what was changed here and there', () => {
  const table: readonly (readonly [
    string,
    {
      readonly base?: Partial<Thing>
      readonly mine?: Partial<Thing>
      readonly theirs?: Partial<Thing>
      readonly gives: Partial<Thing>
      readonly taken?: readonly string[]
      readonly conflicts?: readonly string[]
      readonly ofTheirs?: Partial<Thing>
    },
  ])[] = [
    ['nothing', { gives: {} }],
    ['a field here', { mine: { name: 'Monday' }, gives: { name: 'Monday' } }],
    ['a field there', { theirs: { name: 'Monday' }, gives: { name: 'Monday' }, taken: ['name'] }],
    [
      'different fields',
      {
        mine: { name: 'Monday' },
        theirs: { note: 'New' },
        gives: { name: 'Monday', note: 'New' },
        taken: ['note'],
      },
    ],
    [
      'the same to the same',
      { mine: { name: 'Monday' }, theirs: { name: 'Monday' }, gives: { name: 'Monday' } },
    ],
    [
      'the same to others',
      {
        mine: { name: 'Monday', note: 'Mine' },
        theirs: { name: 'Tuesday' },
        gives: { name: 'Monday', note: 'Mine' },
        conflicts: ['name'],
        ofTheirs: { name: 'Tuesday', note: 'Mine' },
      },
    ],
    [
      'fields within a field',
      {
        mine: { rules: { hours: 12, open: false } },
        theirs: { rules: { hours: 24, open: true } },
        gives: { rules: { hours: 12, open: true } },
        taken: ['rules.open'],
      },
    ],
    [
      'lists of plain values are one value',
      {
        mine: { tags: ['a', 'b'] },
        theirs: { tags: ['a', 'c'] },
        gives: { tags: ['a', 'b'] },
        conflicts: ['tags'],
        ofTheirs: { tags: ['a', 'c'] },
      },
    ],
    [
      'different items',
      {
        mine: { rows: [{ ...ANN, name: 'Anni' }, BOB] },
        theirs: { rows: [ANN, { ...BOB, points: 9 }] },
        gives: {
          rows: [
            { ...ANN, name: 'Anni' },
            { ...BOB, points: 9 },
          ],
        },
        taken: ['rows.bob.points'],
      },
    ],
    [
      'different fields of an item',
      {
        mine: { rows: [{ ...ANN, name: 'Anni' }, BOB] },
        theirs: { rows: [{ ...ANN, points: 9 }, BOB] },
        gives: { rows: [{ ...ANN, name: 'Anni', points: 9 }, BOB] },
        taken: ['rows.ann.points'],
      },
    ],
    [
      'items added on both sides',
      {
        mine: { rows: [ANN, BOB, CAS] },
        theirs: { rows: [ANN, BOB, DOT] },
        gives: { rows: [ANN, BOB, CAS, DOT] },
        taken: ['rows.dot'],
      },
    ],
    [
      'items removed on both sides',
      { mine: { rows: [ANN] }, theirs: { rows: [BOB] }, gives: { rows: [] }, taken: ['rows.ann'] },
    ],
    [
      'an item removed there and changed here',
      {
        mine: { rows: [{ ...ANN, name: 'Anni' }, BOB] },
        theirs: { rows: [BOB] },
        gives: { rows: [{ ...ANN, name: 'Anni' }, BOB] },
        conflicts: ['rows.ann'],
        ofTheirs: { rows: [BOB] },
      },
    ],
    [
      'an item removed here and changed there',
      {
        mine: { rows: [BOB] },
        theirs: { rows: [{ ...ANN, points: 9 }, BOB] },
        gives: { rows: [BOB] },
        conflicts: ['rows.ann'],
        ofTheirs: { rows: [{ ...ANN, points: 9 }, BOB] },
      },
    ],
    [
      'an order that was changed here, and an item there',
      {
        mine: { rows: [BOB, ANN] },
        theirs: { rows: [ANN, { ...BOB, points: 9 }, DOT] },
        gives: { rows: [{ ...BOB, points: 9 }, DOT, ANN] },
        taken: ['rows.bob.points', 'rows.dot'],
      },
    ],
    [
      'an order that was changed there, and an item here',
      {
        mine: { rows: [{ ...ANN, name: 'Anni' }, BOB, CAS] },
        theirs: { rows: [BOB, ANN] },
        gives: { rows: [BOB, CAS, { ...ANN, name: 'Anni' }] },
        taken: ['rows'],
      },
    ],
    [
      'the same order on both sides',
      {
        mine: { rows: [BOB, { ...ANN, name: 'Anni' }] },
        theirs: { rows: [{ ...BOB, points: 9 }, ANN] },
        gives: {
          rows: [
            { ...BOB, points: 9 },
            { ...ANN, name: 'Anni' },
          ],
        },
        taken: ['rows.bob.points'],
      },
    ],
    [
      'another order on both sides',
      {
        base: { rows: [ANN, BOB, CAS] },
        mine: { rows: [BOB, ANN, CAS] },
        theirs: { rows: [CAS, ANN, BOB] },
        gives: { rows: [BOB, ANN, CAS] },
        conflicts: ['rows'],
        ofTheirs: { rows: [CAS, ANN, BOB] },
      },
    ],
  ]
  for (const [name, { gives, taken = [], conflicts = [], ofTheirs, ...sides }] of table) {
    test(name, () => {
      const base = { ...THING, ...sides.base }
      const [here, there] = [
        { ...base, ...sides.mine },
        { ...base, ...sides.theirs },
      ]
      const merged = merge(base, here, there)
      assert.deepEqual(merged.value, { ...THING, ...gives })
      assert.deepEqual(
        merged.taken.map(({ path }) => path.join('.')),
        taken,
      )
      assert.deepEqual(
        merged.conflicts.map(({ path }) => path.join('.')),
        conflicts,
      )
      const preferred = merge(base, here, there, 'theirs').value
      assert.deepEqual(preferred, { ...THING, ...(ofTheirs ?? gives) })
    })
  }
})

/** These happen to a draft, one after the other. */
type Step = (state: DraftState<Thing>) => DraftState<Thing>

const types =
  (change: Partial<Thing>): Step =>
  (state) =>
    edit(state, { ...state.value, ...change })
const comes =
  (version: number, change: Partial<Thing> = {}): Step =>
  (state) =>
    receive(state, { version, value: { ...THING, ...change } })
const decides =
  (keep: 'mine' | 'theirs'): Step =>
  (state) =>
    decide(state, keep)
const isSaved =
  (made?: number): Step =>
  (state) =>
    endSaving(state, made)
const isRefused: Step = (state) => endSaving(state, null)

describe('a draft', () => {
  const table: readonly (readonly [
    string,
    readonly Step[],
    {
      readonly value?: Partial<Thing>
      readonly version: number
      readonly dirty: boolean
      readonly waits?: boolean
      readonly taken?: number
    },
  ])[] = [
    ['is clean at first', [], { version: 3, dirty: false }],
    [
      'is dirty once typed',
      [types({ name: 'x' })],
      { value: { name: 'x' }, version: 3, dirty: true },
    ],
    [
      'is clean where what was typed is taken back',
      [types({ name: 'x' }), types({ name: 'Sunday' })],
      { version: 3, dirty: false },
    ],
    [
      'without changes is replaced by a newer value',
      [comes(4, { name: 'Tuesday' })],
      { value: { name: 'Tuesday' }, version: 4, dirty: false },
    ],
    [
      'ignores an older value',
      [comes(4, { name: 'Tuesday' }), comes(3)],
      { value: { name: 'Tuesday' }, version: 4, dirty: false },
    ],
    [
      'moves on with changes of another part',
      [types({ name: 'x' }), comes(5)],
      { value: { name: 'x' }, version: 5, dirty: true },
    ],
    [
      'takes what contradicts nothing',
      [types({ name: 'x' }), comes(4, { note: 'New' })],
      { value: { name: 'x', note: 'New' }, version: 4, dirty: true, taken: 1 },
    ],
    [
      'waits where the same was changed, and stays on its version',
      [types({ name: 'x' }), comes(4, { name: 'Tuesday', note: 'New' })],
      { value: { name: 'x' }, version: 3, dirty: true, waits: true },
    ],
    [
      'keeps mine, with the rest from there',
      [types({ name: 'x' }), comes(4, { name: 'Tuesday', note: 'New' }), decides('mine')],
      { value: { name: 'x', note: 'New' }, version: 4, dirty: true },
    ],
    [
      'takes theirs, with the rest from here',
      [types({ name: 'x', tags: [] }), comes(4, { name: 'Tuesday' }), decides('theirs')],
      { value: { name: 'Tuesday', tags: [] }, version: 4, dirty: true },
    ],
    [
      'waits no more where theirs is taken back',
      [types({ name: 'x' }), comes(4, { name: 'Tuesday' }), comes(5)],
      { value: { name: 'x' }, version: 5, dirty: true },
    ],
    [
      'waits no more where the same is typed',
      [types({ name: 'x' }), comes(4, { name: 'Tuesday' }), types({ name: 'Tuesday' })],
      { value: { name: 'Tuesday' }, version: 4, dirty: false },
    ],
    [
      'waits for the newest of two',
      [
        types({ name: 'x' }),
        comes(4, { name: 'Tuesday' }),
        comes(5, { name: 'Friday' }),
        decides('theirs'),
      ],
      { value: { name: 'Friday' }, version: 5, dirty: false },
    ],
    [
      'is clean once saved',
      [types({ name: 'x' }), beginSaving, isSaved(4)],
      { value: { name: 'x' }, version: 4, dirty: false },
    ],
    [
      'is what the server made of it once saved',
      [types({ name: ' x' }), beginSaving, comes(4, { name: 'x' }), isSaved(4)],
      { value: { name: 'x' }, version: 4, dirty: false },
    ],
    [
      'keeps what was typed while it was saved',
      [
        types({ name: 'x' }),
        beginSaving,
        types({ note: 'y' }),
        comes(4, { name: 'x' }),
        isSaved(4),
      ],
      { value: { name: 'x', note: 'y' }, version: 4, dirty: true },
    ],
    [
      'is not thrown back by an answer from before it was saved',
      [types({ name: 'x' }), beginSaving, comes(4), isSaved(5), comes(4)],
      { value: { name: 'x' }, version: 5, dirty: false },
    ],
    [
      'stays where saving fails',
      [types({ name: 'x' }), beginSaving, isRefused],
      { value: { name: 'x' }, version: 3, dirty: true },
    ],
    [
      'waits where saving fails because the same was changed',
      [types({ name: 'x' }), beginSaving, comes(4, { name: 'Tuesday' }), isRefused],
      { value: { name: 'x' }, version: 3, dirty: true, waits: true },
    ],
    [
      'is empty again once sent',
      [types({ note: 'x' }), beginSaving, endSending],
      { version: 3, dirty: false },
    ],
    [
      'keeps what was typed while it was sent',
      [types({ note: 'x' }), beginSaving, types({ note: 'y' }), endSending],
      { value: { note: 'y' }, version: 3, dirty: true },
    ],
  ]
  for (const [name, steps, { value, version, dirty, waits = false, taken = 0 }] of table) {
    test(name, () => {
      const first = openDraft({ value: THING, version: 3 })
      const state = steps.reduce((before, step) => step(before), first)
      assert.deepEqual(state.value, { ...THING, ...value })
      assert.equal(state.version, version)
      assert.equal(isDirty(state), dirty)
      assert.equal(state.theirs !== null, waits)
      assert.equal(state.taken.length, taken)
    })
    test(`${name}, and the same value once more changes nothing`, () => {
      let state = openDraft({ value: THING, version: 3 })
      for (const step of steps) {
        state = step(state)
        const stored = state.arrived ??
          state.theirs ?? { value: state.base, version: state.version }
        assert.equal(receive(state, structuredClone(stored)), state)
      }
    })
  }
})

test('differences are listed part by part', () => {
  const after: Thing = { ...THING, name: 'x', rows: [{ ...ANN, points: 5 }, CAS] }
  assert.deepEqual(differences(THING, after), [
    { path: ['name'], before: 'Sunday', after: 'x' },
    { path: ['rows', 'ann', 'points'], before: 1, after: 5 },
    { path: ['rows', 'cas'], before: undefined, after: CAS },
    { path: ['rows', 'bob'], before: BOB, after: undefined },
  ])
})

test('only what was changed is sent', () => {
  const changed = { ...THING, name: 'x', rules: { ...THING.rules }, tags: ['a', 'b'] }
  assert.deepEqual(changedPart(THING, changed), { name: 'x', tags: ['a', 'b'] })
})

test('values are compared in depth, whatever the order of their fields', () => {
  assert.ok(isEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }))
  assert.ok(!isEqual({ a: 1 }, { a: 1, b: null }))
  assert.ok(!isEqual([1, 2], [2, 1]))
  assert.ok(!isEqual([], {}))
})

test('a stored draft of another shape is none', () => {
  const like = { text: '', cars: [1], of: { id: null } }
  assert.ok(isLike(like, { text: 'x', cars: [], of: { id: 'y' } }))
  assert.ok(isLike(like, { text: null, cars: [], of: { id: 'y' } }), 'what was not set yet')
  for (const other of [
    null,
    'x',
    [],
    {},
    { text: 1, cars: [], of: {} },
    { text: '', cars: {}, of: {} },
    { text: '', cars: null, of: { id: null } },
  ]) {
    assert.ok(!isLike(like, other), JSON.stringify(other))
  }
})
