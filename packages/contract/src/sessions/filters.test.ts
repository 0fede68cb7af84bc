import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FilterError } from './filter-fields.ts'
import { type Filter, FILTER_CHARS_MAX, parseFilter } from './filters.ts'

/** Returns a condition as text, and a group as its kind and its parts. */
function shown(filter: Filter): unknown {
  if (filter.kind !== 'condition') return { [filter.kind]: filter.parts.map(shown) }
  return `${filter.field} ${filter.operator} ${JSON.stringify(filter.value)}`
}

function parsed(text: string): unknown {
  return shown(parseFilter(text))
}

function errorOf(text: string): string {
  try {
    parseFilter(text)
  } catch (error) {
    assert.ok(error instanceof FilterError)
    assert.equal(error.name, 'FilterError')
    return `${error.offset}: ${error.message}`
  }
  return assert.fail(`${text} is a filter`)
}

describe('a filter', () => {
  for (const [text, filter] of [
    ['', { all: [] }],
    ['   ', { all: [] }],
    ['trackId==5', 'trackId == 5'],
    ['  trackId  ==  5  ', 'trackId == 5'],
    ['trackId==5,sessionType>=10', { all: ['trackId == 5', 'sessionType >= 10'] }],
    ['trackId==5|userName@=max', { any: ['trackId == 5', 'userName @= "max"'] }],
    ['trackId==5|7|9', { any: ['trackId == 5', 'trackId == 7', 'trackId == 9'] }],
    ['trackId!=5|7', { all: ['trackId != 5', 'trackId != 7'] }],
    [
      'trackId == 5 | 7 , trackId<3',
      { all: [{ any: ['trackId == 5', 'trackId == 7'] }, 'trackId < 3'] },
    ],
    [
      'trackId==5|7|sessionType==1',
      { any: [{ any: ['trackId == 5', 'trackId == 7'] }, 'sessionType == 1'] },
    ],
    [
      '(trackId==5,sessionType==1)|trackId==7',
      { any: [{ all: ['trackId == 5', 'sessionType == 1'] }, 'trackId == 7'] },
    ],
    ['trackId==5|(sessionType==1)', { any: ['trackId == 5', 'sessionType == 1'] }],
    ['(trackName|userName)@=spa', { any: ['trackName @= "spa"', 'userName @= "spa"'] }],
    ['( trackName | userName ) !@= spa', { all: ['trackName !@= "spa"', 'userName !@= "spa"'] }],
    ['(trackName)==spa', 'trackName == "spa"'],
    ['(trackId==5)', 'trackId == 5'],
    ['(((((trackId==5)))))', 'trackId == 5'],
    ['userName==*Max', 'userName == "Max"'],
    ['userName==Max Power ', 'userName == "Max Power"'],
    ['userName=="a,b|(c)"', 'userName == "a,b|(c)"'],
    ['userName=="say \\"hi\\""', 'userName == "say \\"hi\\""'],
    ['userName==""', 'userName == ""'],
    ['userName==a\\,b\\|c', 'userName == "a,b|c"'],
    ['userName==Max\\ ', 'userName == "Max "'],
    ['userName==Max\\  ', 'userName == "Max "'],
    ['  ( trackId==5 ) ', 'trackId == 5'],
    ['( trackName|userName)==spa', { any: ['trackName == "spa"', 'userName == "spa"'] }],
    ['trackId==5 | ( sessionType==1 )', { any: ['trackId == 5', 'sessionType == 1'] }],
    ['userName== "spa" ', 'userName == "spa"'],
    ['userName==x\\\\ ', 'userName == "x\\\\ "'],
    ['userName=="null"', 'userName == "null"'],
    ['userName==null', 'userName == "null"'],
    ['classification==null', 'classification == null'],
    ['classification!=null', 'classification != null'],
    ['classification=="null"', 'classification == "null"'],
    ['classification@=null', 'classification @= "null"'],
    ['gameVersion==null', 'gameVersion == null'],
    ['userName_=Max', 'userName _= "Max"'],
    ['userName!_=Max', 'userName !_= "Max"'],
    ['userName_-=Max', 'userName _-= "Max"'],
    ['userName!_-=Max', 'userName !_-= "Max"'],
    ['trackId<=5', 'trackId <= 5'],
    ['trackId>5', 'trackId > 5'],
  ] as const) {
    test(`${JSON.stringify(text)} is read`, () => assert.deepEqual(parsed(text), filter))
  }
})

describe('a filter that is not valid is refused at the place of its error', () => {
  for (const [text, message] of [
    ['trackId', '7: an operator is expected, like trackId==5'],
    ['  trackId  ', '11: an operator is expected, like trackId==5'],
    [',', '0: a field is expected, like trackId==5'],
    ['trackId==5,  ', '13: a field is expected, like trackId==5'],
    ['(trackName userName)==spa', '11: an operator is expected, like trackName==5'],
    ['(trackName|)==spa', '10: an operator is expected, like trackName==5'],
    ['trackId==5,', '11: a field is expected, like trackId==5'],
    ['trackId==5)', '10: ")" is not expected here'],
    ['trackId==5 )', '11: ")" is not expected here'],
    ['(trackId==5', '11: ")" is missing'],
    ['trackId==', '9: a value is expected'],
    ['trackId== ', '10: a value is expected'],
    ['trackId==five', '9: trackId is compared with a whole number'],
    ['trackId==5|null', '11: trackId is compared with a whole number'],
    ['gameVersion>null', '12: gameVersion is compared with a whole number'],
    ['trackId@=5', '7: trackId has no @=, but == != > < >= <='],
    ['isMultiplayer>true', '13: isMultiplayer has no >, but == !='],
    ['((((((trackId==5))))))', '5: groups go 5 deep at most'],
    ['trackId==5\u0000', '10: control characters are not allowed'],
    ['\u007ftrackId==5', '0: control characters are not allowed'],
    ['trackId==5\n', '10: control characters are not allowed'],
  ] as const) {
    test(`${JSON.stringify(text)}: ${message}`, () => assert.equal(errorOf(text), message))
  }

  test('an unknown field is answered with those that there are', () => {
    assert.match(errorOf('  track==5'), /^2: there is no field "track"; there are id, internal/)
    assert.match(errorOf('(trackName|foo)==5'), /^11: there is no field "foo"/)
  })

  test('a filter has at most 2,000 characters and 50 conditions', () => {
    assert.equal(FILTER_CHARS_MAX, 2_000)
    assert.ok(parsed(textOf(2_000)))
    assert.equal(errorOf(textOf(2_001)), '2000: a filter has at most 2000 characters')
    assert.ok(parsed(valuesOf(50)))
    assert.equal(errorOf(valuesOf(51)), '0: a filter has 50 conditions at most')
  })
})

function textOf(length: number): string {
  return `userName==${'a'.repeat(length - 10)}`
}

function valuesOf(count: number): string {
  return `trackId==${Array.from({ length: count }, () => 1).join('|')}`
}
