import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { editDistance, findSimilarity } from './name-similarity.ts'

suite('the distance of two names', () => {
  for (const [one, other, distance, why] of [
    ['', '', 0, 'two empty names'],
    ['', 'abc', 3, 'every letter is added'],
    ['senna', 'senna', 0, 'the same letters'],
    ['senna', 'sanna', 1, 'a changed letter counts one'],
    ['senna', 'sena', 1, 'a removed letter counts one'],
    ['senna', 'sennas', 1, 'a letter at the end counts one'],
    ['senna', 'asenna', 1, 'a letter at the beginning counts one'],
    ['senna', 'esnna', 1, 'the first two letters are swapped'],
    ['senna', 'senan', 1, 'the last two letters are swapped'],
    ['ab', 'ba', 1, 'the only two letters are swapped'],
    ['abcd', 'badc', 2, 'two swaps count two'],
    ['abc', 'cba', 2, 'letters that are not neighbours are no swap'],
    ['abab', 'baba', 2, 'a pair is swapped once'],
    ['ab', 'ac', 1, 'one letter in common is no swap'],
    ['ab', 'ca', 2, 'a moved letter with another one is no swap'],
    ['abc', 'xyz', 3, 'no letter in common'],
    ['kitten', 'sitting', 3, 'two letters changed and one added'],
    ['verstappen', 'vrestapen', 2, 'a swap and a removed letter'],
    ['aaaa', 'bbbbb', 5, 'as many as the longer name has letters'],
  ] as const) {
    test(`${one || '""'} and ${other || '""'}: ${distance}, ${why}`, () => {
      assert.equal(editDistance(one, other), distance)
      assert.equal(editDistance(other, one), distance, 'it is the same both ways')
    })
  }

  test('a way over a third name can be shorter, because a swapped pair is not changed again', () => {
    assert.equal(editDistance('ca', 'ac') + editDistance('ac', 'abc'), 2)
    assert.equal(editDistance('ca', 'abc'), 3)
  })
})

type Case = readonly [string, string, ReturnType<typeof findSimilarity>]

function eachCase(cases: readonly Case[]): void {
  for (const [one, other, reason] of cases) {
    test(`${one || '""'} and ${other || '""'}: ${reason ?? 'not similar'}`, () => {
      assert.equal(findSimilarity(one, other), reason)
      assert.equal(findSimilarity(other, one), reason, 'it is the same both ways')
    })
  }
}

suite('names are the same letters whatever their accents, case, blanks and signs', () => {
  eachCase([
    ['Pérez', 'perez', 'letters'],
    ['Søren', 'SOREN', 'letters'],
    ['Łukasz', 'lukasz', 'letters'],
    ['Đoković', 'dokovic', 'letters'],
    ['Weiß', 'WEISS', 'letters'],
    ['Ægir', 'aegir', 'letters'],
    ['Œuvre', 'oeuvre', 'letters'],
    ['Yıldız', 'yildiz', 'letters'],
    ['Ｌｅｗｉｓ', 'lewis', 'letters'],
    ['L-e_w.i s', 'lewis', 'letters'],
    ['33', '3 3', 'letters'],
    ['周冠宇', '周 冠宇', 'letters'],
  ])
})

suite('a name without letters and digits is similar to none', () => {
  eachCase([
    ['', '', null],
    ['!!!', '???', null],
    ['!!!', 'Lewis', null],
    ['!...', 'Lewis', null],
  ])
})

suite('a tag in brackets or before a line, of up to eight letters, is not part of the name', () => {
  eachCase([
    ['[PIT] Lewis', 'Lewis', 'tag'],
    ['(PIT) Lewis', 'Lewis', 'tag'],
    ['{PIT} Lewis', 'Lewis', 'tag'],
    ['<PIT> Lewis', 'Lewis', 'tag'],
    ['Lewis [PIT]', 'Lewis', 'tag'],
    ['Le[x]wis', 'Lewis', 'tag'],
    ['[A] Lewis [B]', 'Lewis', 'tag'],
    ['[PIT] Lewis', '(TIP) Lewis', 'tag'],
    ['PIT | Lewis', 'Lewis', 'tag'],
    ['PIT • Lewis', 'Lewis', 'tag'],
    ['PIT · Lewis', 'Lewis', 'tag'],
    ['Lewis | PIT', 'Lewis', 'tag'],
    ['AB | Lewis | CDE', 'Lewis', 'tag'],
    ['-------- | Lewis', 'Lewis', 'letters'],
    ['[12345678] Lewis', 'Lewis', 'tag'],
    ['[123456789] Lewis', 'Lewis', null],
    ['[] Lewis', 'Lewis', 'letters'],
    ['[PIT] Lewis', 'Charles', null],
  ])

  test('of two parts of the same length the first is the name', () => {
    assert.equal(findSimilarity('Lewis | Other', 'Lewis'), 'tag')
    assert.equal(findSimilarity('Lewis | Other', 'Other'), null)
  })

  test('a tag between two words leaves them apart', () => {
    assert.equal(findSimilarity('Lewis [A|B] Hamilton', 'Lewis Hamilton'), 'tag')
  })
})

suite('without their tags, names of three letters are not compared, those of four are', () => {
  eachCase([
    ['[PIT] Max', 'Max', null],
    ['[PIT] Carl', 'Carl', 'tag'],
  ])
})

suite('a name with an ellipsis or two or three dots goes on', () => {
  eachCase([
    ['Alexander…', 'Alexander the Great', 'cutOff'],
    ['Alexander..', 'Alexander the Great', 'cutOff'],
    ['Alexander...', 'Alexander the Great', 'cutOff'],
    ['Alexander…  ', 'Alexander the Great', 'cutOff'],
    ['Alexander.', 'Alexander the Great', null],
    ['Alex…ander', 'Alexander the Great', null],
    ['Alexander…', 'The Great Alexander', null],
    ['Alexander', 'Alexander the Great', null],
    ['Ale…', 'Alexander', null],
    ['Alex…', 'Alexander', 'cutOff'],
  ])
})

const cutTo = (bytes: number): Case => {
  const full = 'abcdefghij'.repeat(6)
  return [full.slice(0, bytes), full, bytes === 31 || bytes === 47 ? 'cutOff' : null]
}

suite('the game cuts names after 31 bytes from 2025 and after 47 before', () => {
  eachCase([30, 31, 32, 46, 47, 48].map(cutTo))

  test('bytes count, not letters', () => {
    const full = 'ä'.repeat(20) + 'abcdefghijklmn'
    assert.equal(findSimilarity('ä'.repeat(15) + '!', full), 'cutOff', '31 bytes')
    assert.equal(findSimilarity('ä'.repeat(15), full), null, '30 bytes')
  })

  test('a name of 31 bytes with three letters is not compared', () => {
    assert.equal(findSimilarity(`abc${'!'.repeat(28)}`, 'abcdefghij'), null)
    assert.equal(findSimilarity(`abcd${'!'.repeat(27)}`, 'abcdefghij'), 'cutOff')
  })
})

suite('a typo is one letter from five letters, two from nine, and none in four', () => {
  eachCase([
    ['carl', 'karl', null],
    ['carl', 'carlo', null],
    ['carlo', 'karlo', 'typo'],
    ['carlo', 'cralo', 'typo'],
    ['carlo', 'carlos', 'typo'],
    ['carlo', 'kaarlo', null],
    ['carlossa', 'karlosza', null],
    ['carlossa', 'karlossa', 'typo'],
    ['carlossai', 'karloszai', 'typo'],
    ['carlossai', 'karloszau', null],
    ['carlossai', 'carlossainz', 'typo'],
    ['carlossai', 'carlossainzz', null],
    ['carlossa', 'carlossain', null],
    ['[PIT] Carlo', 'Karlo', 'typo'],
    ['Pérez', 'Peres', 'typo'],
  ])
})
