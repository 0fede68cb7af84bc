import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent, SessionEventKind } from '@pitboard/contract/sessions/session-events'
import { de, en } from '../../testing/text.ts'
import { describeEvent } from './describe-event.ts'

test('events are told in plain words with the names of the cars in them', () => {
  const both = { driverIdx: 0, otherDriverIdx: 1 }
  assert.equal(says({ ...both }), 'VER passes NOR')
  assert.equal(
    says({ kind: 'fastestLap', driverIdx: 1, value: 83_456 }),
    'NOR sets the fastest lap: 1:23.456',
  )
  assert.equal(says({ kind: 'penalty', driverIdx: 0, value: 4, seconds: 5 }), 'VER: 5 s penalty')
  assert.equal(
    says({ kind: 'warning', driverIdx: 0, value: 25 }),
    'Warning for VER: cutting a corner',
  )
  assert.equal(says({ kind: 'warning', driverIdx: 0, value: 999 }), 'Warning for VER')
  assert.equal(says({ kind: 'pitStop', driverIdx: 0, value: 2412 }), 'VER pits: 2.4 s')
  assert.equal(says({ kind: 'safetyCar', value: 10 }), 'Safety car deployed')
  assert.equal(says({ kind: 'safetyCar', value: 23 }), 'Virtual safety car: racing resumes')
  assert.equal(says({ kind: 'collision', ...both }), 'Contact between VER and NOR')
})

test('events are told in German too', () => {
  assert.equal(says({ kind: 'overtake', driverIdx: 0, otherDriverIdx: 1 }, de), 'VER überholt NOR')
  assert.equal(
    says({ kind: 'pitStop', driverIdx: 0, value: 2412 }, de),
    'VER beim Boxenstopp: 2,4 s',
  )
  assert.equal(
    says({ kind: 'warning', driverIdx: 0, value: 25 }, de),
    'Verwarnung für VER: Abkürzen einer Kurve',
  )
})

function says(event: Partial<SessionEvent>, text = en): string {
  const names = ['VER', 'NOR']
  return describeEvent({ ...anEvent(1, 'overtake'), ...event }, (idx) => names[idx] ?? '?', text)
}

function anEvent(seq: number, kind: SessionEventKind): SessionEvent {
  return {
    seq,
    kind,
    timeMs: 0,
    lapNum: 1,
    driverIdx: null,
    otherDriverIdx: null,
    value: null,
    seconds: null,
  }
}
