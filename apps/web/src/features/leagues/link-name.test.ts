import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkName } from './link-name.ts'

test('a link is called by the site that it leads to, an unknown site by its host', () => {
  for (const [address, name] of [
    ['https://www.youtube.com/@sunday', 'YouTube'],
    ['https://m.twitch.tv/sunday', 'Twitch'],
    ['https://rules.example.org/2026', 'rules.example.org'],
    ['https://youtube.com.evil.example/', 'youtube.com.evil.example'],
  ] as const) {
    assert.equal(linkName(address), name)
  }
})
