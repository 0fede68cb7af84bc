import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './text.ts'

function read(bytes: Uint8Array, size = bytes.length): string {
  return readText(new DataView(bytes.buffer, bytes.byteOffset), 0, size)
}

test('R15 control bytes are dropped wherever they stand in a name', () => {
  const marked = '\u0001\u0002NOR\u001fRIS\n\u007f'
  assert.equal(read(Buffer.from(`${marked}\u0000X`)), 'NORRIS')
  assert.equal(read(Buffer.from(`${marked}é\u0085\u0000X`)), 'NORRISé')
})

test('R15 a character that the end of the field cuts is left out, with none in its place', () => {
  const name = Buffer.from('PÉREZ周')
  for (let size = name.length - 2; size < name.length; size++) {
    assert.equal(read(name, size), 'PÉREZ')
  }
  assert.equal(read(name), 'PÉREZ周')
})
