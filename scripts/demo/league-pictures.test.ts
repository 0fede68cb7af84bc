import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { drawBanner } from './league-pictures.ts'

/** The banner has the shape of `BannerFrame`. */
const SHOWN = { width: 6, height: 1 }
const LIGHT = 200

test('pages show all of the circuit in the banner, which lies in the middle', async () => {
  const image = sharp(await drawBanner())
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  const shownRows = (info.width / SHOWN.width) * SHOWN.height
  const firstRow = (info.height - shownRows) / 2
  const rows = new Set<number>()
  for (let row = 0; row < info.height; row++) {
    for (let column = info.width / 2; column < info.width; column++) {
      if ((data[(row * info.width + column) * info.channels] ?? 0) > LIGHT) rows.add(row)
    }
  }
  assert.ok(rows.size > 0)
  assert.ok(Math.min(...rows) > firstRow && Math.max(...rows) < firstRow + shownRows)
})
