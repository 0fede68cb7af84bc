import { toString } from 'qrcode'

/**
 * A picture of the text as SVG. Clients put it into a data URL as it is: no `#` may be in it, which
 * would end the URL, nor a line feed.
 */
export async function qrCode(text: string): Promise<string> {
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').replaceAll('\n', '')
}
