import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { NtExecutable, NtExecutableResource } from 'pe-library'
import { Data, Resource } from 'resedit'
import { LOGO } from './logo.ts'

/** Windows shows them in lists, on the desktop and in large tiles; it makes the sizes between them itself. */
const ICON_SIZES = [16, 24, 32, 48, 64, 256]
/** It is the English of the United States in Unicode, as in the resources of Node that are replaced. */
const LANGUAGE = { lang: 1033, codepage: 1200 }
const ICON_GROUP = 1
const RT_MANIFEST = 24
const END_OF_MANIFEST = '</assembly>'
/**
 * Started from the desktop the program gets no console window, and from a terminal it uses that of the terminal, which
 * waits for it (docs/decisions/076-no-console-window.md). Windows before 11 24H2 does not know the element.
 */
const NO_CONSOLE_OF_ITS_OWN = `  <application>
    <windowsSettings>
      <consoleAllocationPolicy xmlns="http://schemas.microsoft.com/SMI/2024/WindowsSettings">detached</consoleAllocationPolicy>
    </windowsSettings>
  </application>
`

/**
 * Returns the program with our icon, name and version instead of those of Node, and without a console window of its
 * own.
 */
export function withWindowsResources(file: Buffer, fileName: string, version: string): Buffer {
  const program = NtExecutable.from(file)
  const resources = NtExecutableResource.from(program)
  setIcon(resources)
  setVersion(resources, fileName, version)
  setManifest(resources)
  resources.outputResource(program)
  return Buffer.from(program.generate())
}

function setIcon(resources: NtExecutableResource): void {
  const logo = readFileSync(LOGO, 'utf8')
  const icons = ICON_SIZES.map((size) => {
    const png = new Resvg(logo, { fitTo: { mode: 'width', value: size } }).render().asPng()
    // Windows reads PNG in icons since Vista.
    return Data.RawIconItem.from(png, size, size, 32)
  })
  const { entries } = resources
  Resource.IconGroupEntry.replaceIconsForResource(entries, ICON_GROUP, LANGUAGE.lang, icons)
}

function setVersion(resources: NtExecutableResource, fileName: string, version: string): void {
  const [info] = Resource.VersionInfo.fromEntries(resources.entries)
  if (info === undefined) throw new Error('Node for Windows has no version information.')
  const { FileVersion: nodeVersion, LegalCopyright: copyright } = info.getStringValues(LANGUAGE)
  const node = `Node.js ${nodeVersion}. ${copyright}`
  info.setFileVersion(version, LANGUAGE.lang)
  info.setProductVersion(version, LANGUAGE.lang)
  info.setStringValues(LANGUAGE, {
    CompanyName: 'Pitboard',
    ProductName: 'Pitboard',
    FileDescription: 'Pitboard recorder',
    FileVersion: version,
    ProductVersion: version,
    OriginalFilename: fileName,
    InternalName: 'pitboard-recorder',
    Comments: `Contains ${node}`,
  })
  info.removeStringValue(LANGUAGE, 'LegalCopyright')
  info.outputToResourceEntries(resources.entries)
}

function setManifest(resources: NtExecutableResource): void {
  const manifest = resources.entries.find(({ type }) => type === RT_MANIFEST)
  const text = manifest && Buffer.from(manifest.bin).toString('utf8')
  if (manifest === undefined || !text?.includes(END_OF_MANIFEST)) {
    throw new Error('Node for Windows has no manifest.')
  }
  const changed = text.replace(END_OF_MANIFEST, NO_CONSOLE_OF_ITS_OWN + END_OF_MANIFEST)
  manifest.bin = new Uint8Array(Buffer.from(changed)).buffer
}
